// What is stored of the keys of some rows: the same reading again is none, another one of a key takes its place.
import type { Column } from "../../schema/dataset/column.ts";
import { type Dataset, receivedOf } from "../../schema/dataset/dataset.ts";
import { NEWEST } from "../../schema/dataset/version.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";

export type ReadingRow = Readonly<Record<string, unknown>>;

/** The column that says when we looked, not what we saw; it comes last in a line. */
const LOOKED = "retrieved_at";

/** Words named one by one in a question, whose text travels in its address; of more their range is asked for. */
const WORDS_MAX = 200;
const LETTERS_MAX = 2_000;
/** The call of a reading is kept for so long at least: what was told before is a reading of its own. */
const CITABLE_MS = 10 * DAY_MS;

/** Columns of rows as they are received, in the order in which they are written. */
export function receivedColumns(dataset: Pick<Dataset, "columns">): readonly string[] {
  const names = receivedOf(dataset).map(([name]) => name);
  return names.includes(LOOKED) ? [...names.filter((name) => name !== LOOKED), LOOKED] : names;
}

const least = (a: unknown, b: unknown): boolean => (a as number | string) < (b as number | string);

/** The words of a column as they come first; null where they are too many to be named. */
function wordsOf(rows: readonly ReadingRow[], name: string): string[] | null {
  const words = new Set<unknown>();
  let before: unknown;
  for (const row of rows) {
    const word = row[name];
    // Rows of one series follow one another.
    if (word === before) continue;
    before = word;
    words.add(word);
    if (words.size > WORDS_MAX) return null;
  }
  const all = [...words] as string[];
  return all.join().length <= LETTERS_MAX ? all : null;
}

function endsOf(rows: readonly ReadingRow[], name: string): { from: unknown; to: unknown } {
  let from = rows[0]?.[name];
  let to = from;
  for (const row of rows) {
    const value = row[name];
    if (least(value, from)) from = value;
    else if (least(to, value)) to = value;
  }
  return { from, to };
}

/** A condition that rows of these keys fulfil, and others near them; its parameters are named after the columns. */
function boxOf({ columns, order }: Dataset, rows: readonly ReadingRow[]) {
  const params: Record<string, unknown> = {};
  const conditions = order.map((name) => {
    const { kind } = columns[name] as Column;
    const words = kind === "text" ? wordsOf(rows, name) : null;
    if (words !== null) {
      params[name] = words;
      return `r.${name} IN {${name}:Array(String)}`;
    }
    const ends = endsOf(rows, name);
    params[`${name}_from`] = ends.from;
    params[`${name}_to`] = ends.to;
    const type = kind === "text" ? "String" : kind === "time" ? "Int64" : "Float64";
    const [from, to] = ["from", "to"].map((end) => `{${name}_${end}:${type}}`);
    const instant = (value = "") => (kind === "time" ? `fromUnixTimestamp64Milli(${value}, 'UTC')` : value);
    return `r.${name} BETWEEN ${instant(from)} AND ${instant(to)}`;
  });
  return { condition: conditions.join(" AND "), params };
}

/** Readings of these keys that none has replaced, and of others near them. */
function readStored(store: Pick<Store, "query">, dataset: Dataset, rows: readonly ReadingRow[]): Promise<ReadingRow[]> {
  const { condition, params } = boxOf(dataset, rows);
  const cells = [...receivedColumns(dataset), "stored_at"].map((name) =>
    dataset.columns[name]?.kind.startsWith("time")
      ? `toUnixTimestamp64Milli(r.${name}) AS ${name}`
      : `r.${name} AS ${name}`,
  );
  const query: Query<object, ReadingRow> = {
    name: `stored-${dataset.name.replaceAll("_", "-")}`,
    sql: `SELECT ${cells.join(", ")} FROM ${dataset.name} AS r FINAL WHERE r.${NEWEST} AND ${condition}`,
  };
  return store.query(query, params);
}

/** What is told of a span before it is over is not the last word on it, even where it stays the same. */
const isOver = ({ at, window_s, retrieved_at }: ReadingRow): boolean =>
  window_s === undefined || Number(retrieved_at) >= Number(at) + Number(window_s) * 1_000;

export type Compared = {
  /** Lines of those that are not stored yet. */
  readonly lines: readonly string[];
  /** What is stored and has another reading now. */
  readonly replaced: readonly ReadingRow[];
  /** Lines of those that another reading, received later, came before. */
  readonly late: readonly string[];
};

/** Holds rows against what is stored; `lines` are their values in the order of `receivedColumns`, as JSON without its last bracket. */
export async function compareWithStored(
  store: Pick<Store, "query">,
  dataset: Dataset,
  rows: readonly ReadingRow[],
  lines: readonly string[],
): Promise<Compared> {
  const keyOf = (row: ReadingRow): string => JSON.stringify(dataset.order.map((name) => row[name]));
  const stored = new Map((await readStored(store, dataset, rows)).map((row) => [keyOf(row), row]));
  if (stored.size === 0) return { lines, replaced: [], late: [] };
  // Of rows of one key that come together the last one counts, as it does in the store.
  const last = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const other = rows[last.get(keyOf(row)) ?? index];
    if (Number(row[LOOKED]) >= Number(other?.[LOOKED])) last.set(keyOf(row), index);
  }
  const columns = receivedColumns(dataset);
  const seenOf = (line: string): string => line.slice(0, line.lastIndexOf(","));
  const fresh: string[] = [];
  const late: string[] = [];
  const replaced = new Map<string, ReadingRow>();
  for (const [key, index] of last) {
    const row = rows[index] as ReadingRow;
    const line = lines[index] ?? "";
    const before = stored.get(key);
    if (before === undefined) fresh.push(line);
    else if (Number(row[LOOKED]) < Number(before[LOOKED])) late.push(line);
    else {
      const isSame =
        seenOf(line) === seenOf(JSON.stringify(columns.map((name) => before[name]))) &&
        isOver(row) === isOver(before) &&
        Number(row[LOOKED]) - Number(before[LOOKED]) < CITABLE_MS;
      if (isSame) continue;
      fresh.push(line);
      replaced.set(key, before);
    }
  }
  return { lines: fresh, replaced: [...replaced.values()], late };
}

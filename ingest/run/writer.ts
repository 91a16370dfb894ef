// Writes admitted rows in large blocks while the next ones are fetched; each row is turned into text once. Of readings only
// what is not stored yet is written, and what it replaces beside it, in one insert.
import { createHash } from "node:crypto";
import { type Dataset, hasVersions } from "../../schema/dataset/dataset.ts";
import { TABLES, type TableName } from "../../schema/dataset/index.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { type Compared, compareWithStored, type ReadingRow, receivedColumns } from "./stored.ts";

export type Writer = {
  /** Takes rows; waits while two blocks are under way. */
  add(rows: readonly object[], about: ChunkAbout): Promise<void>;
  /** Writes the rest and waits for all. Throws what the first failed insert threw. */
  flush(): Promise<void>;
};

type ChunkAbout = {
  /** Place inside a block. */
  readonly order: number;
  /** Runs when the rows are safe. */
  readonly stored?: (() => void) | undefined;
  /** Digest of what the rows were made from; without it they are digested themselves. */
  readonly origin?: string | undefined;
};

const ROWS_PER_BLOCK = 24_000;
const BLOCKS_IN_FLIGHT_MAX = 2;

/** The column that says when we looked, not what we saw: it stays out of a block's digest, and comes last for that. */
const LOOKED = "retrieved_at";

type Chunk = ChunkAbout & { readonly rows: readonly object[]; readonly lines: readonly string[] };

/** What its process tells of an insert of readings: when it is known from, and that it ended. */
export type Tell = (insert: (storedAt: number) => Promise<void>) => Promise<void>;

export type Alone = <R>(work: () => Promise<R>) => Promise<R>;

type WriterAbout = {
  readonly store: Pick<Store, "query" | "insertEncoded">;
  readonly table: TableName;
  /** The natural key of the run. */
  readonly key: string;
  readonly tell: Tell;
  /** Works while no other writer of the table replaces readings. */
  readonly alone: Alone;
  /** Done before each block is sent. */
  readonly before: () => Promise<void>;
};

const cellOf = (value: unknown): string =>
  typeof value === "number" && Number.isFinite(value) ? `${value}` : (JSON.stringify(value) ?? "null");

/**
 * Rows by `columns` as JSON arrays without their last bracket, since more may be told of them. What stands in the row
 * before as well is written once: who was asked for what, and when.
 */
function linesOf(rows: readonly ReadingRow[], columns: readonly string[]): string[] {
  const before: unknown[] = [];
  const cells: string[] = [];
  return rows.map((row) => {
    for (let at = 0; at < columns.length; at++) {
      const value = row[columns[at] ?? ""];
      if (cells[at] !== undefined && value === before[at]) continue;
      before[at] = value;
      cells[at] = at === 0 ? `[${cellOf(value)}` : cellOf(value);
    }
    return cells.join(",");
  });
}

/** Each row as such a line; throws for a member that is no column. */
function encode(rows: readonly object[], columns: readonly string[]): string[] {
  for (const name of Object.keys(rows[0] ?? {})) {
    if (!columns.includes(name)) throw new Error(`a row has ${name}, which is no column`);
  }
  return linesOf(rows as readonly ReadingRow[], columns);
}

/** Digest of a block's content: equal rows of a repeated run make an equal block, whenever they were received. */
function digestOf(chunks: readonly Chunk[], columns: readonly string[]): string {
  const hash = createHash("sha256");
  const isDated = columns.at(-1) === LOOKED;
  for (const { origin, lines } of chunks) {
    if (origin) hash.update(`${origin}~${lines.length}~`);
    else for (const line of lines) hash.update(isDated ? line.slice(0, line.lastIndexOf(",")) : line);
  }
  return hash.digest("hex").slice(0, 32);
}

/** Lines that end alike, joined in one go; empty for none. */
const ended = (lines: readonly string[], end: string): string =>
  lines.length === 0 ? "" : `${lines.join(`${end}\n`)}${end}\n`;

/** Body of an insert at `storedAt`: what is new, and what it replaces as it was. */
function versionsOf({ lines, replaced, late }: Compared, columns: readonly string[], storedAt: number): Buffer {
  const before = linesOf(replaced, columns).map((line, at) => `${line},${replaced[at]?.stored_at}`);
  const all = [
    ended(before, `,${storedAt}]`),
    ended(late, `,${storedAt},${storedAt}]`),
    ended(lines, `,${storedAt},0]`),
  ];
  return Buffer.from(all.join(""));
}

/** Writes a block of readings: nothing where all of it is stored already. */
async function writeReadings(about: WriterAbout, taken: readonly Chunk[], token: string): Promise<void> {
  const { store, table, tell, alone } = about;
  const dataset: Dataset = TABLES[table];
  const lines = taken.flatMap((chunk) => chunk.lines);
  const rows = taken.flatMap((chunk) => chunk.rows) as ReadingRow[];
  const columns = receivedColumns(dataset);
  const compare = () => compareWithStored(store, dataset, rows, lines);
  const insert = async (compared: Compared): Promise<void> => {
    if (compared.lines.length + compared.late.length === 0) return;
    await tell((storedAt) => {
      const body = versionsOf(compared, columns, storedAt);
      return store.insertEncoded(table, body, token, [...columns, "stored_at", "replaced_at"]);
    });
  };
  const compared = await compare();
  // Of two that replace one reading the second replaces what the first has made of it.
  if (compared.replaced.length === 0) await insert(compared);
  else await alone(async () => insert(await compare()));
}

/** Opens a writer for one table. */
export function openWriter(about: WriterAbout): Writer {
  const { store, table, key, before } = about;
  const dataset: Dataset = TABLES[table];
  const columns = receivedColumns(dataset);
  let chunks: Chunk[] = [];
  let count = 0;
  let failure: { error: unknown } | null = null;
  const flying = new Set<Promise<void>>();

  const send = (): void => {
    const taken = chunks.sort((a, b) => a.order - b.order);
    chunks = [];
    count = 0;
    if (taken.length === 0) return;
    const token = `${key}~${digestOf(taken, columns)}`;
    const lines = () => taken.flatMap((chunk) => chunk.lines);
    const plain = () => store.insertEncoded(table, Buffer.from(ended(lines(), "]")), token, columns);
    const flight = before()
      .then(() => (hasVersions(dataset) ? writeReadings(about, taken, token) : plain()))
      .then(() => {
        for (const chunk of taken) chunk.stored?.();
      })
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => flying.delete(flight));
    flying.add(flight);
  };
  const check = (): void => {
    if (failure) throw failure.error;
  };

  return {
    async add(rows, about) {
      check();
      if (rows.length === 0) {
        about.stored?.();
        return;
      }
      chunks.push({ ...about, rows, lines: encode(rows, columns) });
      count += rows.length;
      if (count < ROWS_PER_BLOCK) return;
      send();
      while (flying.size >= BLOCKS_IN_FLIGHT_MAX) await Promise.race(flying);
      check();
    },
    async flush() {
      send();
      while (flying.size > 0) await Promise.all(flying);
      check();
    },
  };
}

// What was corrected after an instant of the readings that a state of it rests on, its own and those of other tokens.
import { type Dataset, hasVersions } from "../../schema/dataset/dataset.ts";
import { TABLES, type TableName } from "../../schema/dataset/index.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";
import type { AskedAt } from "../fact/held.ts";
import { LENGTHS, READS } from "./kept.ts";

type Asked = {
  readonly asOf: number;
  readonly known: number;
  readonly tokens: readonly string[];
  /** What was known to answers of before that stood for a query. */
  readonly older: ReadonlyMap<string, AskedAt>;
};
export type Corrected = {
  readonly dataset: string;
  /** Corrected after what was known then. */
  readonly readings: number;
  /** Of tokens beside those that were named, where a state is made of theirs too. */
  readonly others: number;
  /** Of any token, corrected by then and after what an answer of before knew that stood for a query. */
  readonly unread: number;
};

/** Read of all tokens for the state of one: what its context is held against. */
const SHARED: ReadonlySet<string> = new Set(["candle", "coin_market"]);

type Window = {
  readonly table: TableName;
  readonly intervalS: number | undefined;
  readonly days: number;
  /** Names of the queries that read it. */
  readonly queries: readonly string[];
};

/** The longest window that is read of each table, and of candles by their length. */
const WINDOWS = new Map<string, Window>();
for (const [query, { table, days, intervalS: own }] of Object.entries(READS)) {
  for (const intervalS of LENGTHS[query] ?? [own]) {
    const name = `${table} ${intervalS ?? ""}`;
    const { days: most = 0, queries = [] } = WINDOWS.get(name) ?? {};
    WINDOWS.set(name, { table, intervalS, days: Math.max(days, most), queries: [...queries, query] });
  }
}
const COUNTED = [...WINDOWS.values()].filter(({ table }) => hasVersions(TABLES[table]) && table !== "signal");

/** Each version that another took the place of since is counted once, however far the store has merged it. */
function statementOf({ table, days, intervalS }: Window, place: number): string {
  const drawer: Dataset = TABLES[table];
  const at = drawer.keep.at;
  const span = `${at} > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL ${days} DAY AND ${at} <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')`;
  const own = "token" in drawer.columns ? "(empty({tokens:Array(String)}) OR token IN {tokens:Array(String)})" : "1";
  const who = SHARED.has(drawer.name) ? "1" : own;
  const counted = (whose: string) => `toUInt32(uniqExactIf(${drawer.order.join(", ")}, ${whose}))`;
  const which = intervalS === undefined ? "1" : `interval_s = ${intervalS}`;
  const isShown = (known: string) =>
    `(stored_at <= fromUnixTimestamp64Milli({${known}:Int64}, 'UTC') AND replaced_at > fromUnixTimestamp64Milli({${known}:Int64}, 'UTC'))`;
  const [late, held] = [isShown("known"), isShown(`held_${place}`)];
  const unread = counted(`${held} AND replaced_at <= fromUnixTimestamp64Milli({known:Int64}, 'UTC')`);
  return `SELECT '${drawer.name}' AS dataset, ${counted(`${late} AND ${own}`)} AS readings, ${counted(`${late} AND NOT ${own}`)} AS others, ${unread} AS unread
FROM ${drawer.name} WHERE ${who} AND ${which} AND ${span} AND (${late} OR ${held})`;
}

/** What the oldest answer knew that was made of a window. */
const heldOf = ({ queries }: Window, { known, older }: Asked): number =>
  Math.min(known, ...queries.map((query) => older.get(query)?.known ?? known));

const correctedSince: Query<Asked, Corrected> = {
  name: "corrected-since",
  sql: `
SELECT dataset, toUInt32(sum(readings)) AS readings, toUInt32(sum(others)) AS others, toUInt32(sum(unread)) AS unread
FROM (${COUNTED.map(statementOf).join("\nUNION ALL ")})
GROUP BY dataset
HAVING readings + others + unread > 0
ORDER BY dataset`,
  params: (asked) => ({
    ...{ asOf: asked.asOf, known: asked.known, tokens: asked.tokens },
    ...Object.fromEntries(COUNTED.map((window, place) => [`held_${place}`, heldOf(window, asked)])),
  }),
};

/** By dataset, in the order of their names; `tokens` empty is of all. */
export const readCorrected = (store: Pick<Store, "query">, asked: Asked): Promise<Corrected[]> =>
  store.query(correctedSince, asked);

// What was corrected after an instant of the readings that a state of it rests on, its own and those of other tokens.
import { type Dataset, hasVersions } from "../../schema/dataset/dataset.ts";
import { TABLES } from "../../schema/dataset/index.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";
import { READS } from "./kept.ts";

type Asked = { readonly asOf: number; readonly known: number; readonly tokens: readonly string[] };
export type Corrected = {
  readonly dataset: string;
  readonly readings: number;
  /** Of tokens beside those that were named, where a state is made of theirs too. */
  readonly others: number;
};

/** Read of all tokens for the state of one: what its context is held against. */
const SHARED: ReadonlySet<string> = new Set(["candle", "coin_market"]);

/** The longest window that is read of each table, and the length of the candles it is of. */
const WINDOWS = new Map<string, { table: string; days: number; intervalS: number | undefined }>();
for (const { table, days, intervalS } of Object.values(READS)) {
  const name = `${table} ${intervalS ?? ""}`;
  WINDOWS.set(name, { table, days: Math.max(days, WINDOWS.get(name)?.days ?? 0), intervalS });
}

/** Each version that another took the place of since is counted once, however far the store has merged it. */
function statementOf(drawer: Dataset, { days, intervalS }: { days: number; intervalS: number | undefined }): string {
  const at = drawer.keep.at;
  const span = `${at} > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL ${days} DAY AND ${at} <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')`;
  const own = "token" in drawer.columns ? "(empty({tokens:Array(String)}) OR token IN {tokens:Array(String)})" : "1";
  const who = SHARED.has(drawer.name) ? "1" : own;
  const counted = (whose: string) => `toUInt32(uniqExactIf(${drawer.order.join(", ")}, ${whose}))`;
  const which = intervalS === undefined ? "1" : `interval_s = ${intervalS}`;
  const known = "fromUnixTimestamp64Milli({known:Int64}, 'UTC')";
  return `SELECT '${drawer.name}' AS dataset, ${counted(own)} AS readings, ${counted(`NOT ${own}`)} AS others FROM ${drawer.name}
WHERE ${who} AND ${which} AND ${span} AND stored_at <= ${known} AND replaced_at > ${known}`;
}

const STATEMENTS = [...WINDOWS.values()].flatMap(({ table, ...window }) => {
  const drawer: Dataset = TABLES[table as keyof typeof TABLES];
  return hasVersions(drawer) && drawer.name !== "signal" ? [statementOf(drawer, window)] : [];
});

const correctedSince: Query<Asked, Corrected> = {
  name: "corrected-since",
  sql: `
SELECT dataset, toUInt32(sum(readings)) AS readings, toUInt32(sum(others)) AS others
FROM (${STATEMENTS.join("\nUNION ALL ")})
GROUP BY dataset
HAVING readings + others > 0
ORDER BY dataset`,
};

/** By dataset, in the order of their names; `tokens` empty is of all. */
export const readCorrected = (store: Pick<Store, "query">, asked: Asked): Promise<Corrected[]> =>
  store.query(correctedSince, asked);

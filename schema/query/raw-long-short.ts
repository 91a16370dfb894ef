// Raw long/short: every reading of the ratio of all accounts.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

type LongShortCells = { venue: string; ratio: number; long_pct: number; short_pct: number };

export const rawLongShort: Query<RawParams, RawRow & LongShortCells> = {
  name: "raw-long-short",
  sql: `SELECT toUnixTimestamp64Milli(at) AS t, venue, ratio, long_pct, short_pct, [provider] AS providers
FROM long_short FINAL
WHERE token = {token:String} AND kind = 'global_account' AND at >= fromUnixTimestamp64Milli({since:Int64})
ORDER BY t, venue LIMIT ${RAW_ROWS_READ}`,
};

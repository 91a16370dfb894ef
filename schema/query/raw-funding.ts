// Raw funding: every reading and settlement of every venue, in percentage points.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

type FundingCells = { venue: string; rate: number; interval_hours: number | null };

export const rawFunding: Query<RawParams, RawRow & FundingCells> = {
  name: "raw-funding",
  sql: `SELECT toUnixTimestamp64Milli(at) AS t, venue, rate, interval_hours, [provider] AS providers
FROM funding FINAL
WHERE token = {token:String} AND at >= fromUnixTimestamp64Milli({since:Int64})
ORDER BY t, venue, kind LIMIT ${RAW_ROWS_READ}`,
};

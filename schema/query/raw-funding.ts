// Raw funding: every reading and settlement of every venue, in percentage points.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

/** Null where the venue does not say its interval: a rate has no unit then. */
type FundingCells = {
  venue: string;
  rate_pct: number | null;
  interval_hours: number | null;
  rate_8h_pct: number | null;
};

export const rawFunding: Query<RawParams, RawRow & FundingCells> = {
  name: "raw-funding",
  sql: `SELECT toUnixTimestamp64Milli(at) AS t, venue, if(interval_hours > 0, round(rate * 100, 4), NULL) AS rate_pct, interval_hours,
  if(interval_hours > 0, round(rate * 100 * 8 / interval_hours, 4), NULL) AS rate_8h_pct, [provider] AS providers
FROM funding FINAL
WHERE token = {token:String} AND at >= fromUnixTimestamp64Milli({since:Int64})
ORDER BY t, venue, kind LIMIT ${RAW_ROWS_READ}`,
};

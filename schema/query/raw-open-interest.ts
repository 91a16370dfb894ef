// Raw open interest: every reading of every venue.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

export const rawOpenInterest: Query<RawParams, RawRow & { venue: string; usd: number }> = {
  name: "raw-open-interest",
  sql: `SELECT toUnixTimestamp64Milli(at) AS t, venue, round(open_interest_usd, 2) AS usd, [provider] AS providers
FROM open_interest FINAL
WHERE token = {token:String} AND at >= fromUnixTimestamp64Milli({since:Int64})
ORDER BY t, venue LIMIT ${RAW_ROWS_READ}`,
};

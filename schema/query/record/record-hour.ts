// Query: hours of the market that outcomes are settled with.
import type { Query } from "../query.ts";
import type { RecordSpan } from "./record-follower.ts";

/** `hour` is the start in epoch milliseconds; sigmas in percentage points. */
export type RecordHourRow = {
  readonly token: string;
  readonly hour: number;
  readonly closes: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly sigma_1h_pct: number | null;
  readonly sigma_24h_pct: number | null;
  readonly sigma_7d_pct: number | null;
};

export const recordHour: Query<RecordSpan, RecordHourRow> = {
  name: "record-hour",
  sql: `
SELECT token, toUnixTimestamp64Milli(at) AS hour, close_count AS closes, low, high, sigma_1h_pct, sigma_24h_pct, sigma_7d_pct
FROM market_hour FINAL
WHERE at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
ORDER BY at, token`,
};

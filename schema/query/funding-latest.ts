// Query: the newest current funding rate of each token and venue within two days.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds; `rate` is a fraction per interval. */
export type FundingLatestRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly symbol: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly rate: number;
  readonly interval_hours: number | null;
  readonly next_funding_ms: number | null;
  readonly mark_price: number | null;
  readonly index_price: number | null;
};

export const fundingLatest: Query<Instant, FundingLatestRow> = {
  name: "funding-latest",
  sql: `
SELECT f.token AS token, f.venue AS venue, f.provider AS provider, f.symbol AS symbol,
  toUnixTimestamp64Milli(f.at) AS read_at, toUnixTimestamp64Milli(f.retrieved_at) AS retrieved_ms, f.rate AS rate,
  f.interval_hours AS interval_hours, toUnixTimestamp64Milli(f.next_funding_at) AS next_funding_ms,
  f.mark_price AS mark_price, f.index_price AS index_price
FROM funding AS f
WHERE f.token IN {tokens:Array(String)} AND f.kind = 'current' AND f.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 2 DAY AND f.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY f.token, f.venue, f.at DESC, f.retrieved_at DESC
LIMIT 1 BY f.token, f.venue`,
};

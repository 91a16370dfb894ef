// Query: the newest long/short ratio of each token, kind and venue within a day.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds. */
export type LongShortLatestRow = {
  readonly token: string;
  readonly kind: string;
  readonly venue: string;
  readonly provider: string;
  readonly symbol: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly ratio: number;
};

export const longShortLatest: Query<Instant, LongShortLatestRow> = {
  name: "long-short-latest",
  sql: `
SELECT r.token AS token, r.kind AS kind, r.venue AS venue, argMax(r.provider, (r.at, r.retrieved_at)) AS provider,
  argMax(r.symbol, (r.at, r.retrieved_at)) AS symbol, toUnixTimestamp64Milli(max(r.at)) AS read_at,
  toUnixTimestamp64Milli(argMax(r.retrieved_at, (r.at, r.retrieved_at))) AS retrieved_ms, argMax(r.ratio, (r.at, r.retrieved_at)) AS ratio
FROM long_short AS r
WHERE r.token IN {tokens:Array(String)} AND r.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 1 DAY AND r.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, kind, venue
ORDER BY token, kind, venue`,
};

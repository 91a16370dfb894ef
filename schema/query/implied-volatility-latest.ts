// Query: the newest implied volatility of each token and venue within a day.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds. */
export type ImpliedVolatilityLatestRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly volatility_30d_pct: number;
};

export const impliedVolatilityLatest: Query<Instant, ImpliedVolatilityLatestRow> = {
  name: "implied-volatility-latest",
  sql: `
SELECT v.token AS token, v.venue AS venue, argMax(v.provider, (v.at, v.retrieved_at)) AS provider,
  toUnixTimestamp64Milli(max(v.at)) AS read_at, toUnixTimestamp64Milli(argMax(v.retrieved_at, (v.at, v.retrieved_at))) AS retrieved_ms,
  argMax(v.volatility_30d_pct, (v.at, v.retrieved_at)) AS volatility_30d_pct
FROM implied_volatility AS v
WHERE v.token IN {tokens:Array(String)} AND v.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 1 DAY AND v.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, venue
ORDER BY token, venue`,
};

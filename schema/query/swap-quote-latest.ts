// Query: the newest quote of each token, chain, aggregator, side and size within three hours.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds; impact in percentage points. */
export type SwapQuoteLatestRow = {
  readonly token: string;
  readonly chain: string;
  readonly venue: string;
  readonly side: "buy" | "sell";
  readonly size_usd: number;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly impact_pct: number;
};

export const swapQuoteLatest: Query<Instant, SwapQuoteLatestRow> = {
  name: "swap-quote-latest",
  sql: `
SELECT q.token AS token, q.chain AS chain, q.venue AS venue, q.side AS side, q.size_usd AS size_usd,
  argMax(q.provider, (q.at, q.retrieved_at)) AS provider, toUnixTimestamp64Milli(max(q.at)) AS read_at,
  toUnixTimestamp64Milli(argMax(q.retrieved_at, (q.at, q.retrieved_at))) AS retrieved_ms,
  argMax(q.impact_pct, (q.at, q.retrieved_at)) AS impact_pct
FROM swap_quote AS q
WHERE q.token IN {tokens:Array(String)} AND q.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 3 HOUR AND q.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, chain, venue, side, size_usd
ORDER BY token, side, size_usd, chain, venue`,
};

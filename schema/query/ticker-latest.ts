// Query: the newest ticker of each token, market and venue within a day.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds. */
export type TickerLatestRow = {
  readonly token: string;
  readonly market: string;
  readonly venue: string;
  readonly provider: string;
  readonly symbol: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly price: number;
  readonly volume_24h_usd: number;
};

export const tickerLatest: Query<Instant, TickerLatestRow> = {
  name: "ticker-latest",
  sql: `
SELECT t.token AS token, t.market AS market, t.venue AS venue,
  argMax(t.provider, (t.at, t.retrieved_at)) AS provider, argMax(t.symbol, (t.at, t.retrieved_at)) AS symbol,
  toUnixTimestamp64Milli(max(t.at)) AS read_at,
  toUnixTimestamp64Milli(argMax(t.retrieved_at, (t.at, t.retrieved_at))) AS retrieved_ms,
  argMax(t.price, (t.at, t.retrieved_at)) AS price,
  argMax(t.volume_24h_usd, (t.at, t.retrieved_at)) AS volume_24h_usd
FROM ticker AS t
WHERE t.token IN {tokens:Array(String)} AND t.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 1 DAY AND t.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, market, venue
ORDER BY token, market, venue`,
};

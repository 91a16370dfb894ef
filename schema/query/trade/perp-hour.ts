// Query: perpetual volume of the last 24 completed hours by venue, from hourly candles.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
type PerpHourRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly symbol: string;
  readonly volume_24h_usd: number;
  readonly hours: number;
  readonly close_at: number;
  readonly retrieved_ms: number;
};

export const perpHour: Query<Instant, PerpHourRow> = {
  name: "perp-hour",
  sql: `
SELECT c.token AS token, c.venue AS venue, any(c.provider) AS provider, any(c.symbol) AS symbol,
  sum(c.volume_usd) AS volume_24h_usd, toUInt32(count()) AS hours,
  toUnixTimestamp64Milli(max(c.open_at)) + 3600000 AS close_at, toUnixTimestamp64Milli(max(c.retrieved_at)) AS retrieved_ms
FROM candle AS c FINAL
WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 3600 AND c.market = 'perp'
  AND c.open_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 25 HOUR AND c.open_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 HOUR
GROUP BY token, venue
ORDER BY token, venue`,
};

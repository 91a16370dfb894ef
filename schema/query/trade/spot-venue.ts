// Query: which venues traded a token in the last 7 days and how much, from hourly spot candles.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `close_at` is the newest close in epoch milliseconds. */
type SpotVenueRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly volume_7d_usd: number;
  readonly close_at: number;
};

export const spotVenue: Query<Instant, SpotVenueRow> = {
  name: "spot-venue",
  sql: `
SELECT c.token AS token, c.venue AS venue, any(c.provider) AS provider, sum(c.volume_usd) AS volume_7d_usd,
  toUnixTimestamp64Milli(max(c.open_at)) + 3600000 AS close_at
FROM candle AS c FINAL
WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 3600 AND c.market = 'spot'
  AND c.open_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 169 HOUR AND c.open_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 HOUR
GROUP BY token, venue
ORDER BY token, venue`,
};

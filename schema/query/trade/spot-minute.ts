// Query: what the last 24 hours of spot 1-minute candles say, one row a token and venue with a recent candle.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Windows end at the venue's own last close; hour lag 0 is the newest hour. Times in epoch milliseconds. */
export type SpotMinuteRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly symbol: string;
  readonly close_at: number;
  readonly close: number;
  readonly retrieved_ms: number;
  readonly minutes: number;
  readonly high_24h: number;
  readonly low_24h: number;
  readonly hour_lags: readonly number[];
  readonly hour_minutes: readonly number[];
  readonly hour_volumes: readonly number[];
};

export const spotMinute: Query<Instant, SpotMinuteRow> = {
  name: "spot-minute",
  // The filter stands inside: beside a join it would not reach the table's keys.
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT token, venue, any(h.row.1) AS provider, any(h.row.2) AS symbol,
  any(h.last_ms) + 60000 AS close_at, any(h.row.3) AS close, any(h.row.4) AS retrieved_ms,
  sum(h.minutes) AS minutes, max(h.high) AS high_24h, min(h.low) AS low_24h,
  groupArray(h.lag) AS hour_lags, groupArray(h.minutes) AS hour_minutes, groupArray(h.volume) AS hour_volumes
FROM (
  SELECT c.token AS token, c.venue AS venue, any(l.last_ms) AS last_ms, any(l.row) AS row,
    toUInt8(intDiv(l.last_ms - toUnixTimestamp64Milli(c.open_at), 3600000)) AS lag,
    toUInt32(count()) AS minutes, max(c.high) AS high, min(c.low) AS low, sum(c.volume_usd) AS volume
  FROM (
    SELECT token, venue, open_at, high, low, volume_usd
    FROM candle FINAL
    WHERE ${knownOf()} AND token IN {tokens:Array(String)} AND interval_s = 60 AND market = 'spot'
      AND open_at > as_of - INTERVAL 1456 MINUTE AND open_at <= as_of - INTERVAL 1 MINUTE
  ) AS c
  INNER JOIN (
    SELECT token, venue, toUnixTimestamp64Milli(max(open_at)) AS last_ms,
      argMax((provider, symbol, close, toUnixTimestamp64Milli(retrieved_at)), (open_at, retrieved_at, stored_at)) AS row
    FROM candle
    WHERE ${knownOf()} AND token IN {tokens:Array(String)} AND interval_s = 60 AND market = 'spot'
      AND open_at > as_of - INTERVAL 16 MINUTE AND open_at <= as_of - INTERVAL 1 MINUTE
    GROUP BY token, venue
  ) AS l ON c.token = l.token AND c.venue = l.venue
  WHERE toUnixTimestamp64Milli(c.open_at) > l.last_ms - 86400000
  GROUP BY token, venue, lag
  ORDER BY token, venue, lag
) AS h
GROUP BY token, venue
ORDER BY token, venue`,
};

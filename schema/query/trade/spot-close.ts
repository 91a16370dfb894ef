// Query: the last spot 1-minute close of each venue, as rows of `spot-minute` that tell of no window.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";
import type { SpotMinuteRow } from "./spot-minute.ts";

export const spotClose: Query<Instant, SpotMinuteRow> = {
  name: "spot-close",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT token, venue, row.1 AS provider, row.2 AS symbol, last_ms + 60000 AS close_at, row.3 AS close, row.4 AS retrieved_ms,
  0 AS minutes, 0 AS high_24h, 0 AS low_24h, [] AS hour_lags, [] AS hour_minutes, [] AS hour_volumes
FROM (
  SELECT token, venue, toUnixTimestamp64Milli(max(open_at)) AS last_ms,
    argMax((provider, symbol, close, toUnixTimestamp64Milli(retrieved_at)), (open_at, retrieved_at, stored_at)) AS row
  FROM candle
  WHERE ${knownOf()} AND token IN {tokens:Array(String)} AND interval_s = 60 AND market = 'spot'
    AND open_at > as_of - INTERVAL 16 MINUTE AND open_at <= as_of - INTERVAL 1 MINUTE
  GROUP BY token, venue
)
ORDER BY token, venue`,
};

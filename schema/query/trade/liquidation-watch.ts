// Query: for how much of the last hour and the last 24 hours the closures of a token at a venue were read whole.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Seconds of the union of the stretches that pulls left no doubt about. */
type LiquidationWatchRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly seconds_1h: number;
  readonly seconds_24h: number;
  /** Start of the earliest of the stretches that began in the last eight days, epoch milliseconds. */
  readonly first_ms: number;
};

/** No stretch is longer than the day that a venue tells of. */
export const liquidationWatch: Query<Instant, LiquidationWatchRow> = {
  name: "liquidation-watch",
  sql: `
WITH toUnixTimestamp64Milli(w.from_at) AS starts, least(toUnixTimestamp64Milli(w.to_at), {asOf:Int64}) AS ends
SELECT w.token AS token, w.venue AS venue, toString(w.provider) AS provider,
  toUInt32(intervalLengthSumIf(greatest(starts, {asOf:Int64} - 3600000), ends, ends > {asOf:Int64} - 3600000) / 1000) AS seconds_1h,
  toUInt32(intervalLengthSumIf(greatest(starts, {asOf:Int64} - 86400000), ends, ends > {asOf:Int64} - 86400000) / 1000) AS seconds_24h,
  min(starts) AS first_ms
FROM liquidation_watch AS w
WHERE ${storedByKnown("w")} AND w.token IN {tokens:Array(String)} AND w.from_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 8 DAY AND w.from_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, venue, provider
ORDER BY token, venue, provider`,
};

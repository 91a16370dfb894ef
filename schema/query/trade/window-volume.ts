// Query: what a token's spot venues traded in a time and in as long a time before it, each venue up to its own newest candle.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** `to` in epoch milliseconds; candles of `step_s` seconds; a venue whose newest is older than `lateMs` is left out. */
type WindowVolume = {
  readonly token: string;
  readonly to: number;
  readonly windowMs: number;
  readonly step_s: number;
  readonly lateMs: number;
};
/** `to` is the end of the venue's newest candle, epoch ms; `steps` how many candles of each time are there. */
export type WindowVolumeRow = {
  readonly venue: string;
  readonly to: number;
  readonly steps: number;
  readonly steps_before: number;
  readonly volume_usd: number;
  readonly before_usd: number;
};

const OF_TOKEN = `token = {token:String} AND interval_s = {step_s:UInt32} AND market = 'spot'
    AND open_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;

export const windowVolume: Query<WindowVolume, WindowVolumeRow> = {
  name: "window-volume",
  sql: `
SELECT venue, any(last_ms) + {step_s:UInt32} * 1000 AS to, toUInt32(countIf(back = 0)) AS steps, toUInt32(countIf(back = 1)) AS steps_before,
  sumIf(usd, back = 0) AS volume_usd, sumIf(usd, back = 1) AS before_usd
FROM (
  SELECT c.venue AS venue, l.last_ms AS last_ms, c.volume_usd AS usd,
    intDiv(l.last_ms - toUnixTimestamp64Milli(c.open_at), {windowMs:Int64}) AS back
  FROM (
    SELECT venue, open_at, volume_usd FROM candle FINAL
    WHERE ${knownOf()} AND ${OF_TOKEN} AND open_at >= fromUnixTimestamp64Milli({to:Int64} - 2 * {windowMs:Int64} - {lateMs:Int64}, 'UTC')
  ) AS c
  INNER JOIN (
    SELECT venue, toUnixTimestamp64Milli(max(open_at)) AS last_ms FROM candle
    WHERE ${knownOf()} AND ${OF_TOKEN} AND open_at >= fromUnixTimestamp64Milli({to:Int64} - {lateMs:Int64}, 'UTC')
    GROUP BY venue
  ) AS l ON c.venue = l.venue
)
WHERE back <= 1
GROUP BY venue
ORDER BY venue`,
};

// Holes in stored candles: per token the stretches of open times inside [from, to) that no row covers.
import type { Query } from "../query.ts";

type Params = { venue: string; market: string; interval_s: number; provider: string; from: number; to: number };

/** `gaps` are pairs of epoch seconds, half-open; tokens without any row are absent. */
type CandleGapRow = { token: string; gaps: readonly (readonly [number, number])[] };

export const candleGap: Query<Params, CandleGapRow> = {
  name: "candle-gap",
  sql: `WITH
  intDiv({from:Int64}, 1000) AS lo, intDiv({to:Int64}, 1000) AS hi, toInt64({interval_s:UInt32}) AS step
SELECT token, gaps FROM
(
  SELECT token,
    arrayConcat([lo - step], arraySort(groupUniqArray(toInt64(toUnixTimestamp(open_at)))), [hi]) AS t,
    arrayFilter(g -> g.2 > g.1, arrayMap((a, b) -> (a + step, b), arrayPopBack(t), arrayPopFront(t))) AS gaps
  FROM candle
  WHERE venue = {venue:String} AND market = {market:String} AND interval_s = {interval_s:UInt32}
    AND provider = {provider:String}
    AND open_at >= fromUnixTimestamp64Milli({from:Int64}) AND open_at < fromUnixTimestamp64Milli({to:Int64})
  GROUP BY token
)
ORDER BY token`,
};

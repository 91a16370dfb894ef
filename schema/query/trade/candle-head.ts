// Newest stored candle of every token of one venue, market and interval.
import type { Query } from "../query.ts";

type Params = { venue: string; market: string; interval_s: number; provider: string };

export const candleHead: Query<Params, { token: string; open_at: number }> = {
  name: "candle-head",
  sql: `SELECT token, toUnixTimestamp64Milli(max(candle.open_at)) AS open_at
FROM candle
WHERE venue = {venue:String} AND market = {market:String} AND interval_s = {interval_s:UInt32}
  AND provider = {provider:String}
GROUP BY token ORDER BY token`,
};

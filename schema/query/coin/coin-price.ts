// Readings of the market-data provider for tokens, newest last.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

export const coinPrice: Query<
  { tokens: readonly string[]; from: number },
  { token: string; at: number; price: number }
> = {
  name: "coin-price",
  sql: `SELECT token, toUnixTimestamp64Milli(coin_market.at) AS at, price_usd AS price
FROM coin_market FINAL
WHERE ${knownOf()} AND token IN {tokens:Array(String)} AND coin_market.at >= fromUnixTimestamp64Milli({from:Int64})
ORDER BY token, at`,
};

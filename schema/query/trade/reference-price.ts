// The newest price of every token: median over venues of the last one-minute spot close of the last 24 hours.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

export const referencePrice: Query<{ from: number }, { token: string; price: number }> = {
  name: "reference-price",
  sql: `SELECT token, quantileExactInclusive(0.5)(last) AS price FROM
(
  SELECT token, venue, argMax(close, (open_at, retrieved_at, stored_at)) AS last FROM candle
  WHERE ${knownOf()} AND interval_s = 60 AND market = 'spot' AND open_at >= fromUnixTimestamp64Milli({from:Int64})
  GROUP BY token, venue
)
GROUP BY token ORDER BY token`,
};

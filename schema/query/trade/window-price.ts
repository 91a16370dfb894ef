// Prices of tokens by window of 15 minutes: the median over venues of the last one-minute close in it; hours where minutes are missing.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** `step_s` is 900 for a window, 3600 for an hour; `at` is its start, epoch ms. */
type WindowPriceRow = { token: string; step_s: number; at: number; price: number };

const part = (
  intervalS: number,
  stepS: number,
): string => `SELECT token, toUInt32(${stepS}) AS step_s, toInt64(w) AS at,
  quantileExactInclusive(0.5)(last) AS price
FROM
(
  SELECT token, venue, intDiv(toUnixTimestamp(open_at), ${stepS}) * ${stepS * 1000} AS w, argMax(close, (open_at, retrieved_at, stored_at)) AS last
  FROM candle
  WHERE ${knownOf()} AND token IN {tokens:Array(String)} AND interval_s = ${intervalS} AND market = 'spot'
    AND open_at >= fromUnixTimestamp64Milli({from:Int64}) AND open_at < fromUnixTimestamp64Milli({to:Int64})
  GROUP BY token, venue, w
)
GROUP BY token, w`;

export const windowPrice: Query<{ tokens: readonly string[]; from: number; to: number }, WindowPriceRow> = {
  name: "window-price",
  sql: `${part(60, 900)}\nUNION ALL\n${part(3600, 3600)}`,
};

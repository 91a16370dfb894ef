// Raw price: the median over venues of the one-minute spot closes, a row for every minute that closed anywhere.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import { type RawParams, type RawRow, rawPage } from "./raw-series.ts";

export const rawPrice: Query<RawParams, RawRow & { price_usd: number }> = {
  name: "raw-price",
  sql: rawPage(`SELECT toUnixTimestamp64Milli(open_at) AS t, t + 60000 AS as_of, '' AS line, '' AS tie,
  quantileExactInclusive(0.5)(close) AS price_usd, groupUniqArray((provider, toUnixTimestamp64Milli(retrieved_at))) AS told
FROM candle FINAL
WHERE ${knownOf()} AND token = {token:String} AND interval_s = 60 AND market = 'spot' AND open_at >= fromUnixTimestamp64Milli({since:Int64})
  AND open_at < fromUnixTimestamp64Milli({until:Int64})
GROUP BY open_at`),
};

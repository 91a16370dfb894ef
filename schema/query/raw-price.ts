// Raw price: the median over venues of the one-minute spot closes, a row for every minute that closed anywhere.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

export const rawPrice: Query<RawParams, RawRow & { price_usd: number }> = {
  name: "raw-price",
  sql: `SELECT toUnixTimestamp64Milli(open_at) + 60000 AS t, quantileExactInclusive(0.5)(close) AS price_usd,
  groupUniqArray(provider) AS providers
FROM candle FINAL
WHERE token = {token:String} AND interval_s = 60 AND market = 'spot'
  AND open_at >= fromUnixTimestamp64Milli({since:Int64} - 60000)
GROUP BY open_at ORDER BY t LIMIT ${RAW_ROWS_READ}`,
};

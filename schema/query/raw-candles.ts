// Raw candles: every stored spot candle, by the instant it closed.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

type CandleCells = {
  venue: string;
  interval_s: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume_native: number;
  volume_usd: number;
};

export const rawCandles: Query<RawParams, RawRow & CandleCells> = {
  name: "raw-candles",
  sql: `SELECT toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS t, venue, interval_s, open, high, low, close,
  volume_native, volume_usd, [provider] AS providers
FROM candle FINAL
WHERE token = {token:String} AND market = 'spot'
  AND open_at >= fromUnixTimestamp64Milli({since:Int64} - toInt64(interval_s) * 1000)
ORDER BY t, venue, interval_s LIMIT ${RAW_ROWS_READ}`,
};

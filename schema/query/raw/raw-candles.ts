// Raw candles: every stored spot candle, by the instant it opened.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import { type RawParams, type RawRow, rawPage } from "./raw-series.ts";

type CandleCells = {
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
  sql: rawPage(`SELECT toUnixTimestamp64Milli(open_at) AS t, t + interval_s * 1000 AS as_of, toString(venue) AS line,
  leftPad(toString(interval_s), 6, '0') AS tie, interval_s, open, high, low, close, volume_native, volume_usd, [(provider, toUnixTimestamp64Milli(retrieved_at))] AS told
FROM candle FINAL
WHERE ${knownOf()} AND token = {token:String} AND market = 'spot' AND open_at >= fromUnixTimestamp64Milli({since:Int64})
  AND open_at < fromUnixTimestamp64Milli({until:Int64})`),
};

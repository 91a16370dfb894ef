// Binance candles: 12 columns, oldest first, volume in base units and in quote currency for spot and linear perpetuals alike.
import { candleRow, candleSources, candlesIn } from "../../parse/candle.ts";
import { asNumber, asRows } from "../../source/body.ts";

const columns = {
  base: (row: readonly unknown[]) => asNumber(row[5]),
  quote: (row: readonly unknown[]) => asNumber(row[7]),
};
const INTERVALS: Readonly<Record<number, string>> = { 60: "1m", 3600: "1h", 86400: "1d" };

export const binanceCandles = candleSources({
  venue: "binance",
  // Pages of 1000 spot rows cost the same as one row; perpetuals get dearer from 500 on.
  pageRows: (market) => (market === "spot" ? 1_000 : 499),
  call: (candles, { symbol }, window) => ({
    endpoint: candles.market === "spot" ? "binance.klines" : "binance.fapi.klines",
    params: {
      symbol,
      interval: INTERVALS[candles.intervalS] ?? "",
      startTime: window.from,
      endTime: window.to - 1,
      limit: candlesIn(window, candles),
    },
  }),
  parse:
    ({ intervalS }) =>
    (body, about) =>
      asRows(body).map((row) => candleRow(row, columns, intervalS, about)),
});

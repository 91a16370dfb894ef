// Bybit candles: newest first, volume in base units and turnover in quote currency.
import { candleRow, candleSources, candlesIn } from "../../parse/candle.ts";
import { asNumber, asRecord, asRows } from "../../source/body.ts";
import { saidSymbol } from "../../source/define-source.ts";

const columns = {
  base: (row: readonly unknown[]) => asNumber(row[5]),
  quote: (row: readonly unknown[]) => asNumber(row[6]),
};

export const bybitCandles = candleSources({
  venue: "bybit",
  pageRows: () => 1_000,
  // Both ends are named: with a start alone the venue rounds it up to the next candle.
  call: (candles, { symbol }, window) => ({
    endpoint: "bybit.kline",
    params: {
      category: candles.market === "spot" ? "spot" : "linear",
      symbol,
      interval: candles.intervalS === 86400 ? "D" : `${candles.intervalS / 60}`,
      start: window.from,
      end: window.to - 1,
      limit: candlesIn(window, candles),
    },
  }),
  parse:
    ({ intervalS }) =>
    (body, about) => {
      const { list, symbol } = asRecord(asRecord(body).result, "result");
      return asRows(list, "result.list")
        .map((row) => candleRow(row, columns, intervalS, about, saidSymbol(symbol)))
        .reverse();
    },
});

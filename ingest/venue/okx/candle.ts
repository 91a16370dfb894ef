// OKX candles: newest first, swap volume in contracts, the running candle marked by confirm 0, old ones behind another path.
import { candleRow, candleSources, candlesIn } from "../../parse/candle.ts";
import { asNumber, asRecord, asRows } from "../../source/body.ts";

type Row = readonly unknown[];

const COLUMNS = {
  spot: { base: (row: Row) => asNumber(row[5]), quote: (row: Row) => asNumber(row[7]) },
  // [5] counts contracts; [6] is the same volume in coins.
  perp: { base: (row: Row) => asNumber(row[6]), quote: (row: Row) => asNumber(row[7]) },
} as const;

const INTERVALS: Readonly<Record<number, string>> = { 60: "1m", 3600: "1H", 86400: "1Dutc" };
/** Rows that the recent path keeps; a margin of one for the candle that closes meanwhile. */
const RECENT_ROWS = 1_439;

export const okxCandles = candleSources({
  venue: "okx",
  pageRows: () => 300,
  call: (candles, { symbol }, window, now) => ({
    endpoint: window.from < now - RECENT_ROWS * candles.intervalS * 1_000 ? "okx.historyCandles" : "okx.candles",
    // Both bounds are exclusive.
    params: {
      instId: symbol,
      bar: INTERVALS[candles.intervalS] ?? "",
      before: window.from - 1,
      after: window.to,
      limit: candlesIn(window, candles),
    },
  }),
  parse:
    ({ market, intervalS }) =>
    (body, about) =>
      asRows(asRecord(body).data, "data")
        .filter((row) => row[8] !== "0")
        .map((row) => candleRow(row, COLUMNS[market], intervalS, about))
        .reverse(),
});

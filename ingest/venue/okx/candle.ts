// OKX candles: newest first, swap volume in contracts, the running candle marked by confirm 0, old ones behind another path.
import { candleEveryS, candleRow } from "../../parse/candle.ts";
import { asNumber, asRecord, asRows } from "../../source/body.ts";
import { type GridSource, type Parse, source } from "../../source/define-source.ts";
import type { MarketKind } from "../../source/market.ts";

type Row = readonly unknown[];

const COLUMNS = {
  spot: { base: (row: Row) => asNumber(row[5]), quote: (row: Row) => asNumber(row[7]) },
  // [5] counts contracts; [6] is the same volume in coins.
  perp: { base: (row: Row) => asNumber(row[6]), quote: (row: Row) => asNumber(row[7]) },
} as const;

const INTERVALS: Readonly<Record<number, string>> = { 60: "1m", 3600: "1H", 86400: "1Dutc" };
/** Rows that the recent path keeps; a margin of one for the candle that closes meanwhile. */
const RECENT_ROWS = 1_439;

const parseOf =
  (market: MarketKind, intervalS: number): Parse =>
  (body, about) =>
    asRows(asRecord(body).data, "data")
      .filter((row) => row[8] !== "0")
      .map((row) => candleRow(row, COLUMNS[market], intervalS, about))
      .reverse();

type Of = { id: string; market: MarketKind; intervalS: 60 | 3600 | 86400; backfillDays: "env" | number };

const okxCandle = ({ id, market, intervalS, backfillDays }: Of): GridSource =>
  source<GridSource>({
    id,
    kind: "grid",
    venue: "okx",
    market,
    everyS: candleEveryS(intervalS),
    intervalS,
    backfillDays,
    pageRows: 300,
    call: (listing, window, now) => ({
      endpoint: window.from < now - RECENT_ROWS * intervalS * 1_000 ? "okx.historyCandles" : "okx.candles",
      // Both bounds are exclusive.
      params: {
        instId: listing.symbol,
        bar: INTERVALS[intervalS] ?? "",
        before: window.from - 1,
        after: window.to,
        limit: Math.round((window.to - window.from) / (intervalS * 1_000)),
      },
    }),
    parse: parseOf(market, intervalS),
  });

/** Spot candles of one minute from OKX. */
export const okxCandle1m = okxCandle({ id: "okx-candle-1m", market: "spot", intervalS: 60, backfillDays: "env" });

/** Spot candles of one hour from OKX. */
export const okxCandle1h = okxCandle({ id: "okx-candle-1h", market: "spot", intervalS: 3600, backfillDays: 180 });

/** Spot candles of one day (UTC) from OKX. */
export const okxCandle1d = okxCandle({ id: "okx-candle-1d", market: "spot", intervalS: 86400, backfillDays: 730 });

/** Perpetual candles of one hour from OKX. */
export const okxPerpCandle1h = okxCandle({
  id: "okx-perp-candle-1h",
  market: "perp",
  intervalS: 3600,
  backfillDays: "env",
});

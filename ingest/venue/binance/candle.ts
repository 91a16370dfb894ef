// Binance candles: 12 columns, oldest first, volume in base units and in quote currency for spot and linear perpetuals alike.
import { candleEveryS, candleRow } from "../../parse/candle.ts";
import { asNumber, asRows } from "../../source/body.ts";
import { type GridSource, type Parse, source } from "../../source/define-source.ts";
import type { MarketKind } from "../../source/market.ts";

const columns = {
  base: (row: readonly unknown[]) => asNumber(row[5]),
  quote: (row: readonly unknown[]) => asNumber(row[7]),
};
const INTERVALS: Readonly<Record<number, string>> = { 60: "1m", 3600: "1h", 86400: "1d" };

const parseOf =
  (intervalS: number): Parse =>
  (body, about) =>
    asRows(body).map((row) => candleRow(row, columns, intervalS, about));

type Of = { id: string; market: MarketKind; intervalS: 60 | 3600 | 86400; backfillDays: "env" | number };

/** Pages of 1000 spot rows cost the same as one row; perpetuals get dearer from 500 on. */
const binanceCandle = ({ id, market, intervalS, backfillDays }: Of): GridSource =>
  source<GridSource>({
    id,
    kind: "grid",
    venue: "binance",
    market,
    everyS: candleEveryS(intervalS),
    intervalS,
    backfillDays,
    pageRows: market === "spot" ? 1_000 : 499,
    call: (listing, window) => ({
      endpoint: market === "spot" ? "binance.klines" : "binance.fapi.klines",
      params: {
        symbol: listing.symbol,
        interval: INTERVALS[intervalS] ?? "",
        startTime: window.from,
        endTime: window.to - 1,
        limit: Math.round((window.to - window.from) / (intervalS * 1_000)),
      },
    }),
    parse: parseOf(intervalS),
  });

/** Spot candles of one minute from Binance. */
export const binanceCandle1m = binanceCandle({
  id: "binance-candle-1m",
  market: "spot",
  intervalS: 60,
  backfillDays: "env",
});

/** Spot candles of one hour from Binance. */
export const binanceCandle1h = binanceCandle({
  id: "binance-candle-1h",
  market: "spot",
  intervalS: 3600,
  backfillDays: 180,
});

/** Spot candles of one day (UTC) from Binance. */
export const binanceCandle1d = binanceCandle({
  id: "binance-candle-1d",
  market: "spot",
  intervalS: 86400,
  backfillDays: 730,
});

/** Perpetual candles of one hour from Binance. */
export const binancePerpCandle1h = binanceCandle({
  id: "binance-perp-candle-1h",
  market: "perp",
  intervalS: 3600,
  backfillDays: "env",
});

// Bybit candles: newest first, volume in base units and turnover in quote currency.
import { candleEveryS, candleRow } from "../../parse/candle.ts";
import { asNumber, asRecord, asRows } from "../../source/body.ts";
import { type GridSource, type Parse, saidSymbol, source } from "../../source/define-source.ts";
import type { MarketKind } from "../../source/market.ts";

const columns = {
  base: (row: readonly unknown[]) => asNumber(row[5]),
  quote: (row: readonly unknown[]) => asNumber(row[6]),
};

const parseOf =
  (intervalS: number): Parse =>
  (body, about) => {
    const { list, symbol } = asRecord(asRecord(body).result, "result");
    return asRows(list, "result.list")
      .map((row) => candleRow(row, columns, intervalS, about, saidSymbol(symbol)))
      .reverse();
  };

type Of = { id: string; market: MarketKind; intervalS: 60 | 3600 | 86400; backfillDays: "env" | number };

const bybitCandle = ({ id, market, intervalS, backfillDays }: Of): GridSource =>
  source<GridSource>({
    id,
    kind: "grid",
    venue: "bybit",
    market,
    everyS: candleEveryS(intervalS),
    intervalS,
    backfillDays,
    pageRows: 1_000,
    // Both ends are named: with a start alone the venue rounds it up to the next candle.
    call: (listing, window) => ({
      endpoint: "bybit.kline",
      params: {
        category: market === "spot" ? "spot" : "linear",
        symbol: listing.symbol,
        interval: intervalS === 86400 ? "D" : `${intervalS / 60}`,
        start: window.from,
        end: window.to - 1,
        limit: Math.round((window.to - window.from) / (intervalS * 1_000)),
      },
    }),
    parse: parseOf(intervalS),
  });

/** Spot candles of one minute from Bybit. */
export const bybitCandle1m = bybitCandle({ id: "bybit-candle-1m", market: "spot", intervalS: 60, backfillDays: "env" });

/** Spot candles of one hour from Bybit. */
export const bybitCandle1h = bybitCandle({ id: "bybit-candle-1h", market: "spot", intervalS: 3600, backfillDays: 180 });

/** Spot candles of one day (UTC) from Bybit. */
export const bybitCandle1d = bybitCandle({
  id: "bybit-candle-1d",
  market: "spot",
  intervalS: 86400,
  backfillDays: 730,
});

/** Perpetual candles of one hour from Bybit. */
export const bybitPerpCandle1h = bybitCandle({
  id: "bybit-perp-candle-1h",
  market: "perp",
  intervalS: 3600,
  backfillDays: "env",
});

// Bybit tickers: no time of their own, so the envelope's; perpetual volume in base units like spot.
import { tickers } from "../../parse/ticker.ts";
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import type { MarketKind } from "../../source/market.ts";

const bybitTickers = (id: string, market: MarketKind) =>
  tickers({
    id,
    venue: "bybit",
    market,
    call: { endpoint: "bybit.tickers", params: { category: market === "spot" ? "spot" : "linear" } },
    rows: (body) => asRecords(asRecord(asRecord(body).result, "result").list, "result.list"),
    symbolOf: (row) => row.symbol,
    read: (row, _listing, _about, body) => ({
      at: asNumber(asRecord(body).time),
      last: row.lastPrice,
      bid: row.bid1Price,
      ask: row.ask1Price,
      high: row.highPrice24h,
      low: row.lowPrice24h,
      base: asNumber(row.volume24h),
      usd: asNumber(row.turnover24h),
    }),
  });

/** 24-hour statistics and best quotes of spot markets from Bybit. */
export const bybitTicker = bybitTickers("bybit-ticker", "spot");

/** 24-hour statistics and best quotes of perpetuals from Bybit. */
export const bybitPerpTicker = bybitTickers("bybit-perp-ticker", "perp");

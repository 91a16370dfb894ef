// Binance 24-hour statistics: spot carries best quotes, perpetuals do not.
import { tickers } from "../../parse/ticker.ts";
import { asNumber, asRecords } from "../../source/body.ts";
import type { MarketKind } from "../../source/market.ts";

const binanceTickers = (id: string, market: MarketKind) =>
  tickers({
    id,
    venue: "binance",
    market,
    call: { endpoint: market === "spot" ? "binance.ticker24hr" : "binance.fapi.ticker24hr", params: {} },
    rows: (body) => asRecords(body),
    symbolOf: (row) => row.symbol,
    read: (row) => ({
      at: asNumber(row.closeTime),
      last: row.lastPrice,
      bid: row.bidPrice,
      ask: row.askPrice,
      high: row.highPrice,
      low: row.lowPrice,
      base: asNumber(row.volume),
      usd: asNumber(row.quoteVolume),
    }),
  });

/** 24-hour statistics and best quotes of spot markets from Binance. */
export const binanceTicker = binanceTickers("binance-ticker", "spot");

/** 24-hour statistics and best quotes of perpetuals from Binance. */
export const binancePerpTicker = binanceTickers("binance-perp-ticker", "perp");

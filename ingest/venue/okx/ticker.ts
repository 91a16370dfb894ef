// OKX tickers: volCcy24h is quote currency for spot and coins for swaps, vol24h of swaps counts contracts.
import { tickers } from "../../parse/ticker.ts";
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import type { MarketKind } from "../../source/market.ts";

const okxTickers = (id: string, market: MarketKind) =>
  tickers({
    id,
    venue: "okx",
    market,
    call: { endpoint: "okx.tickers", params: { instType: market === "spot" ? "SPOT" : "SWAP" } },
    rows: (body) => asRecords(asRecord(body).data, "data"),
    symbolOf: (row) => row.instId,
    read: (row, { kind }) => ({
      at: asNumber(row.ts),
      last: row.last,
      bid: row.bidPx,
      ask: row.askPx,
      high: row.high24h,
      low: row.low24h,
      base: asNumber(kind === "spot" ? row.vol24h : row.volCcy24h),
      usd: kind === "spot" ? asNumber(row.volCcy24h) : null,
    }),
  });

/** 24-hour statistics and best quotes of spot markets from OKX. */
export const okxTicker = okxTickers("okx-ticker", "spot");

/** 24-hour statistics and best quotes of perpetuals from OKX. */
export const okxPerpTicker = okxTickers("okx-perp-ticker", "perp");

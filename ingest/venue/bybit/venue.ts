// Bybit: what its published limits allow, which calls are made of it, and what its names and words mean.
import { BUSY_MS, exchange } from "../../source/exchange-venue.ts";

export const bybit = exchange({
  concurrency: 6,
  pauseMs: 600_000,
  buckets: { all: { limit: 540, periodMs: 5_000 } },
  calls: {
    openInterest: { call: "publicGetV5MarketOpenInterest", bucket: "all" },
    markKline: { call: "publicGetV5MarketMarkPriceKline", bucket: "all" },
    kline: { call: "publicGetV5MarketKline", bucket: "all" },
    tickers: { call: "publicGetV5MarketTickers", bucket: "all" },
    orderbook: { call: "publicGetV5MarketOrderbook", bucket: "all" },
    fundingHistory: { call: "publicGetV5MarketFundingHistory", bucket: "all" },
    accountRatio: { call: "publicGetV5MarketAccountRatio", bucket: "all" },
  },
  lists: { spot: "spot", perp: "linear" },
  listsBucket: "all",
  aliases: { RNDR: "render-token" },
  words: [
    { kind: "rate_limited", text: /"retCode":\s*10429\b/, pauseMs: BUSY_MS },
    { kind: "http_error", text: /"retCode":\s*(10000|10016)\b/, pauseMs: BUSY_MS },
    { kind: "blocked_country", text: /"retCode":\s*10024\b/ },
  ],
  // Markets that have not begun.
  leaveOut: [
    "publicGetV5MarketInstrumentsInfo",
    (inner) => async (params) => (params?.status === "PreLaunch" ? { result: { list: [] } } : inner(params)),
  ],
  bansBy403: true,
});

// Gate: what its published limits allow, which calls are made of it, and what its names mean.
import { exchange } from "../../source/exchange-venue.ts";

export const gate = exchange({
  concurrency: 6,
  pauseMs: 10_000,
  buckets: {
    public: { limit: 90, periodMs: 5_000 },
    stats: { limit: 90, periodMs: 5_000 },
    books: { limit: 90, periodMs: 5_000 },
  },
  calls: {
    contracts: { call: "publicFuturesGetSettleContracts", bucket: "public" },
    tickers: { call: "publicFuturesGetSettleTickers", bucket: "public" },
    contractStats: { call: "publicFuturesGetSettleContractStats", bucket: "stats" },
    fundingRate: { call: "publicFuturesGetSettleFundingRate", bucket: "public" },
    "spot.tickers": { call: "publicSpotGetTickers", bucket: "public" },
    "spot.orderBook": { call: "publicSpotGetOrderBook", bucket: "books" },
  },
  lists: { spot: "spot", perp: "swap" },
  listsBucket: "public",
  aliases: { RNDR: "render-token", BEAMX: "beam-2" },
  // It lists its contracts by what they settle in.
  options: { swap: { fetchMarkets: { settlementCurrencies: ["usdt"] } } },
  // Which pairs can be traded on margin.
  leaveOut: ["publicMarginGetCurrencyPairs", () => async () => []],
});

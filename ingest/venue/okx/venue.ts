// OKX: what its published limits allow, which calls are made of it, and what its names and words mean.
import { BUSY_MS, exchange } from "../../source/exchange-venue.ts";

export const okx = exchange({
  concurrency: 6,
  pauseMs: 10_000,
  buckets: {
    candles: { limit: 36, periodMs: 2_000 },
    history: { limit: 18, periodMs: 2_000 },
    books: { limit: 36, periodMs: 2_000 },
    tickers: { limit: 18, periodMs: 2_000 },
    public: { limit: 9, periodMs: 2_000 },
    rubik: { limit: 4, periodMs: 2_000 },
  },
  calls: {
    candles: { call: "publicGetMarketCandles", bucket: "candles" },
    historyCandles: { call: "publicGetMarketHistoryCandles", bucket: "history" },
    tickers: { call: "publicGetMarketTickers", bucket: "tickers" },
    books: { call: "publicGetMarketBooks", bucket: "books" },
    openInterest: { call: "publicGetPublicOpenInterest", bucket: "public" },
    fundingRate: { call: "publicGetPublicFundingRate", bucket: "public" },
    fundingHistory: { call: "publicGetPublicFundingRateHistory", bucket: "public" },
    openInterestHistory: { call: "publicGetRubikStatContractsOpenInterestHistory", bucket: "rubik" },
    accounts: { call: "publicGetRubikStatContractsLongShortAccountRatioContract", bucket: "rubik" },
    topAccounts: { call: "publicGetRubikStatContractsLongShortAccountRatioContractTopTrader", bucket: "rubik" },
    topPositions: { call: "publicGetRubikStatContractsLongShortPositionRatioContractTopTrader", bucket: "rubik" },
    taker: { call: "publicGetRubikStatTakerVolumeContract", bucket: "rubik" },
    liquidations: { call: "public/liquidation-orders", bucket: "public" },
  },
  lists: { spot: "spot", perp: "swap" },
  listsBucket: "public",
  aliases: { RNDR: "render-token" },
  words: [
    { kind: "rate_limited", text: /"code":\s*"?(50011|50040)\b/ },
    { kind: "http_error", text: /"code":\s*"?(50001|50013|50026)\b/, pauseMs: BUSY_MS },
  ],
});

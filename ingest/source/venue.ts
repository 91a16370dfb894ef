// Venues as data: what their published limits allow and what each call costs (limits age: they are configuration).

export type VenueId =
  | ExchangeId
  | "kyberswap"
  | "velora"
  | "jupiter"
  | "minswap"
  | "geckoterminal"
  | "deribit"
  | "defillama"
  | "coingecko"
  | "coinpaprika"
  | "eth"
  | "bsc"
  | "btc"
  | "sol"
  | "ada"
  | "goplus"
  | "honeypot"
  | "coindesk"
  | "cointelegraph"
  | "decrypt"
  | "alternative"
  | "blockchain";
export const EXCHANGE_IDS = ["binance", "bybit", "okx", "gate", "hyperliquid", "kraken", "coinbase", "kucoin"] as const;
export type ExchangeId = (typeof EXCHANGE_IDS)[number];

type Bucket = { readonly limit: number; readonly periodMs: number };

type Venue = {
  /** Requests of one source in flight at once. */
  readonly concurrency: number;
  /** How long to stay away after 429, 418 or a ban when the venue does not say. */
  readonly pauseMs: number;
  /** A bucket named `day` is paid by every call beside its own. */
  readonly buckets: Readonly<Record<string, Bucket>>;
};

const minute = 60_000;

/** 90 % of the published limits, as of 2026: the rest is for the clock of the other side. */
export const VENUES = {
  binance: {
    concurrency: 6,
    pauseMs: 60_000,
    buckets: {
      spot: { limit: 5_400, periodMs: minute },
      perp: { limit: 2_160, periodMs: minute },
      data: { limit: 900, periodMs: 5 * minute },
      funding: { limit: 450, periodMs: 5 * minute },
    },
  },
  bybit: { concurrency: 6, pauseMs: 600_000, buckets: { all: { limit: 540, periodMs: 5_000 } } },
  okx: {
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
  },
  gate: {
    concurrency: 6,
    pauseMs: 10_000,
    buckets: {
      public: { limit: 90, periodMs: 5_000 },
      stats: { limit: 90, periodMs: 5_000 },
      books: { limit: 90, periodMs: 5_000 },
    },
  },
  hyperliquid: { concurrency: 2, pauseMs: 30_000, buckets: { all: { limit: 1_080, periodMs: minute } } },
  kraken: { concurrency: 2, pauseMs: 30_000, buckets: { all: { limit: 13, periodMs: 15_000 } } },
  coinbase: { concurrency: 1, pauseMs: 10_000, buckets: { all: { limit: 9, periodMs: 1_000 } } },
  kucoin: { concurrency: 1, pauseMs: 30_000, buckets: { all: { limit: 1_800, periodMs: 30_000 } } },
  deribit: { concurrency: 1, pauseMs: 10_000, buckets: { all: { limit: 5, periodMs: 1_000 } } },
  kyberswap: { concurrency: 1, pauseMs: 30_000, buckets: { all: { limit: 24, periodMs: 10_000 } } },
  /** Unpublished. */
  velora: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 60, periodMs: minute } } },
  jupiter: {
    concurrency: 1,
    pauseMs: 60_000,
    buckets: { all: { limit: 27, periodMs: minute }, keyed: { limit: 54, periodMs: minute } },
  },
  geckoterminal: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 27, periodMs: minute } } },
  /** Unpublished. */
  minswap: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 30, periodMs: minute } } },
  coingecko: {
    concurrency: 1,
    pauseMs: 60_000,
    buckets: { all: { limit: 10, periodMs: minute }, keyed: { limit: 27, periodMs: minute } },
  },
  coinpaprika: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 6, periodMs: minute } } },
  eth: { concurrency: 2, pauseMs: 10_000, buckets: { all: { limit: 300, periodMs: minute } } },
  /** Unpublished; bodies are large, so few at a time. */
  defillama: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 60, periodMs: minute } } },
  btc: { concurrency: 2, pauseMs: 30_000, buckets: { all: { limit: 200, periodMs: minute } } },
  bsc: { concurrency: 2, pauseMs: 10_000, buckets: { all: { limit: 300, periodMs: minute } } },
  /** The node counts calls of one method apart from all calls: transactions are most of them. */
  sol: {
    concurrency: 1,
    pauseMs: 30_000,
    buckets: { all: { limit: 50, periodMs: 10_000 }, transactions: { limit: 36, periodMs: 10_000 } },
  },
  ada: {
    concurrency: 1,
    pauseMs: 60_000,
    buckets: { all: { limit: 90, periodMs: 10_000 }, day: { limit: 4_500, periodMs: 1_440 * minute } },
  },
  goplus: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 24, periodMs: minute } } },
  honeypot: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 24, periodMs: minute } } },
  coindesk: { concurrency: 1, pauseMs: 600_000, buckets: { all: { limit: 2, periodMs: minute } } },
  cointelegraph: { concurrency: 1, pauseMs: 600_000, buckets: { all: { limit: 2, periodMs: minute } } },
  decrypt: { concurrency: 1, pauseMs: 600_000, buckets: { all: { limit: 2, periodMs: minute } } },
  alternative: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 30, periodMs: minute } } },
  /** One request in ten seconds is asked of callers without a key. */
  blockchain: { concurrency: 1, pauseMs: 60_000, buckets: { all: { limit: 5, periodMs: minute } } },
} as const satisfies Record<VenueId, Venue>;

/** The simulated market has no neighbours to be fair to: back-fills of the first start run this much faster. */
export const SANDBOX_PACE_FACTOR = 20;

type Endpoint = {
  readonly venue: ExchangeId;
  /** The class's method for this path. */
  readonly call: string;
  readonly bucket: string;
  readonly weight: number;
};

/** Every exchange call this service makes: path, which budget pays and how much (at the sizes we ask for). */
export const ENDPOINTS = {
  "binance.klines": { venue: "binance", call: "publicGetKlines", bucket: "spot", weight: 2 },
  "binance.ticker24hr": { venue: "binance", call: "publicGetTicker24hr", bucket: "spot", weight: 80 },
  "binance.depth": { venue: "binance", call: "publicGetDepth", bucket: "spot", weight: 25 },
  "binance.fapi.klines": { venue: "binance", call: "fapiPublicGetKlines", bucket: "perp", weight: 2 },
  "binance.fapi.ticker24hr": { venue: "binance", call: "fapiPublicGetTicker24hr", bucket: "perp", weight: 40 },
  "binance.fapi.openInterest": { venue: "binance", call: "fapiPublicGetOpenInterest", bucket: "perp", weight: 1 },
  "binance.fapi.premiumIndex": { venue: "binance", call: "fapiPublicGetPremiumIndex", bucket: "perp", weight: 10 },
  "binance.fapi.fundingInfo": { venue: "binance", call: "fapiPublicGetFundingInfo", bucket: "funding", weight: 1 },
  "binance.fapi.fundingRate": { venue: "binance", call: "fapiPublicGetFundingRate", bucket: "funding", weight: 1 },
  "binance.data.globalAccounts": {
    venue: "binance",
    call: "fapiDataGetGlobalLongShortAccountRatio",
    bucket: "data",
    weight: 1,
  },
  "binance.data.topAccounts": {
    venue: "binance",
    call: "fapiDataGetTopLongShortAccountRatio",
    bucket: "data",
    weight: 1,
  },
  "binance.data.topPositions": {
    venue: "binance",
    call: "fapiDataGetTopLongShortPositionRatio",
    bucket: "data",
    weight: 1,
  },
  "binance.data.openInterest": { venue: "binance", call: "fapiDataGetOpenInterestHist", bucket: "data", weight: 1 },
  "bybit.openInterest": { venue: "bybit", call: "publicGetV5MarketOpenInterest", bucket: "all", weight: 1 },
  "bybit.markKline": { venue: "bybit", call: "publicGetV5MarketMarkPriceKline", bucket: "all", weight: 1 },
  "bybit.kline": { venue: "bybit", call: "publicGetV5MarketKline", bucket: "all", weight: 1 },
  "bybit.tickers": { venue: "bybit", call: "publicGetV5MarketTickers", bucket: "all", weight: 1 },
  "bybit.orderbook": { venue: "bybit", call: "publicGetV5MarketOrderbook", bucket: "all", weight: 1 },
  "bybit.fundingHistory": { venue: "bybit", call: "publicGetV5MarketFundingHistory", bucket: "all", weight: 1 },
  "bybit.accountRatio": { venue: "bybit", call: "publicGetV5MarketAccountRatio", bucket: "all", weight: 1 },
  "okx.candles": { venue: "okx", call: "publicGetMarketCandles", bucket: "candles", weight: 1 },
  "okx.historyCandles": { venue: "okx", call: "publicGetMarketHistoryCandles", bucket: "history", weight: 1 },
  "okx.tickers": { venue: "okx", call: "publicGetMarketTickers", bucket: "tickers", weight: 1 },
  "okx.books": { venue: "okx", call: "publicGetMarketBooks", bucket: "books", weight: 1 },
  "okx.openInterest": { venue: "okx", call: "publicGetPublicOpenInterest", bucket: "public", weight: 1 },
  "okx.fundingRate": { venue: "okx", call: "publicGetPublicFundingRate", bucket: "public", weight: 1 },
  "okx.fundingHistory": { venue: "okx", call: "publicGetPublicFundingRateHistory", bucket: "public", weight: 1 },
  "okx.openInterestHistory": {
    venue: "okx",
    call: "publicGetRubikStatContractsOpenInterestHistory",
    bucket: "rubik",
    weight: 1,
  },
  "okx.accounts": {
    venue: "okx",
    call: "publicGetRubikStatContractsLongShortAccountRatioContract",
    bucket: "rubik",
    weight: 1,
  },
  "okx.topAccounts": {
    venue: "okx",
    call: "publicGetRubikStatContractsLongShortAccountRatioContractTopTrader",
    bucket: "rubik",
    weight: 1,
  },
  "okx.topPositions": {
    venue: "okx",
    call: "publicGetRubikStatContractsLongShortPositionRatioContractTopTrader",
    bucket: "rubik",
    weight: 1,
  },
  "okx.taker": { venue: "okx", call: "publicGetRubikStatTakerVolumeContract", bucket: "rubik", weight: 1 },
  /** No method of the class carries this path; it is asked for by name. */
  "okx.liquidations": { venue: "okx", call: "public/liquidation-orders", bucket: "public", weight: 1 },
  "gate.contracts": { venue: "gate", call: "publicFuturesGetSettleContracts", bucket: "public", weight: 1 },
  "gate.tickers": { venue: "gate", call: "publicFuturesGetSettleTickers", bucket: "public", weight: 1 },
  "gate.contractStats": { venue: "gate", call: "publicFuturesGetSettleContractStats", bucket: "stats", weight: 1 },
  "gate.fundingRate": { venue: "gate", call: "publicFuturesGetSettleFundingRate", bucket: "public", weight: 1 },
  "gate.spot.tickers": { venue: "gate", call: "publicSpotGetTickers", bucket: "public", weight: 1 },
  "gate.spot.orderBook": { venue: "gate", call: "publicSpotGetOrderBook", bucket: "books", weight: 1 },
  "hyperliquid.info": { venue: "hyperliquid", call: "publicPostInfo", bucket: "all", weight: 20 },
  "hyperliquid.book": { venue: "hyperliquid", call: "publicPostInfo", bucket: "all", weight: 2 },
  /** Twenty, and one for every twenty rows. */
  "hyperliquid.fundingPast": { venue: "hyperliquid", call: "publicPostInfo", bucket: "all", weight: 45 },
  "hyperliquid.fundingNewest": { venue: "hyperliquid", call: "publicPostInfo", bucket: "all", weight: 21 },
  "kraken.ohlc": { venue: "kraken", call: "publicGetOHLC", bucket: "all", weight: 1 },
  "kraken.depth": { venue: "kraken", call: "publicGetDepth", bucket: "all", weight: 1 },
  /** No method of the class carries this path; it is asked for by name. */
  "coinbase.stats": { venue: "coinbase", call: "products/stats", bucket: "all", weight: 1 },
  "kucoin.allTickers": { venue: "kucoin", call: "publicGetMarketAllTickers", bucket: "all", weight: 15 },
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

/** Cost of loading a venue's markets and reading its clock. */
export const MARKETS_BUCKET = {
  binance: "spot",
  bybit: "all",
  okx: "public",
  gate: "public",
  hyperliquid: "all",
  kraken: "all",
  coinbase: "all",
  kucoin: "all",
} as const satisfies Record<ExchangeId, string>;

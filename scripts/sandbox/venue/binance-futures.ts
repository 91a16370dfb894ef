// Binance USDⓈ-M futures REST as fapi.binance.com speaks it: /fapi/v1 market data.
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import { hash } from "../model/hash.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, decimal, json, type Route } from "../provider.ts";
import { failure, klines, limitOf, marketOf, needText, optionalWhole, percent, weighed } from "./binance-shared.ts";

const WEIGHT_MAX = 2400;
const DAY_MINUTES = 1440;
const FUNDING_WINDOW_MS = 300_000;
const FUNDING_REQUESTS_MAX = 500;
const DEPTH_LIMITS = [5, 10, 20, 50, 100, 500, 1000];

const symbolInfo = (market: Market): unknown => {
  const tickSize = decimal(1, market.priceDecimals);
  const stepSize = decimal(1, market.lotDecimals);
  return {
    symbol: market.symbol,
    pair: market.symbol,
    contractType: "PERPETUAL",
    deliveryDate: 4_133_404_800_000,
    onboardDate: market.listedMs,
    status: "TRADING",
    maintMarginPercent: "2.5000",
    requiredMarginPercent: "5.0000",
    baseAsset: market.base,
    quoteAsset: "USDT",
    marginAsset: "USDT",
    pricePrecision: market.priceDecimals,
    quantityPrecision: market.lotDecimals,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: "COIN",
    underlyingSubType: [],
    triggerProtect: "0.0500",
    liquidationFee: "0.012500",
    marketTakeBound: "0.05",
    maxMoveOrderLimit: 10_000,
    filters: [
      { filterType: "PRICE_FILTER", minPrice: tickSize, maxPrice: "1000000", tickSize },
      { filterType: "LOT_SIZE", minQty: stepSize, maxQty: "10000000", stepSize },
      { filterType: "MARKET_LOT_SIZE", minQty: stepSize, maxQty: "1000000", stepSize },
      { filterType: "MIN_NOTIONAL", notional: "5" },
    ],
    orderTypes: ["LIMIT", "MARKET", "STOP", "STOP_MARKET", "TAKE_PROFIT", "TAKE_PROFIT_MARKET", "TRAILING_STOP_MARKET"],
    timeInForce: ["GTC", "IOC", "FOK", "GTX"],
  };
};

const ticker = (model: Model, market: Market, nowMs: number): unknown => {
  const day = model.series.rolling(market, nowMs, DAY_MINUTES);
  const price = (ticks: number): string => decimal(ticks, market.priceDecimals);
  const lots = (count: number): string => decimal(count, market.lotDecimals);
  return {
    symbol: market.symbol,
    priceChange: price(day.close - day.open),
    priceChangePercent: percent(day.open, day.close),
    weightedAvgPrice: (day.turnover / 1e4 / (day.volume * market.lot)).toFixed(market.priceDecimals),
    lastPrice: price(day.close),
    lastQty: lots(1 + (day.volume % 97)),
    openPrice: price(day.open),
    highPrice: price(day.high),
    lowPrice: price(day.low),
    volume: lots(day.volume),
    quoteVolume: decimal(day.turnover, 4),
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    firstId: 1,
    lastId: day.trades,
    count: day.trades,
  };
};

const premiumIndex = (model: Model, market: Market, nowMs: number): unknown => {
  const { derivatives } = model;
  const next = derivatives.nextFundingMs(market, nowMs);
  return {
    symbol: market.symbol,
    markPrice: derivatives.markPrice(market, nowMs).toFixed(8),
    indexPrice: derivatives.indexPrice(market, nowMs).toFixed(8),
    estimatedSettlePrice: derivatives.indexPrice(market, nowMs - 30_000).toFixed(8),
    // Named "last", but it is the running estimate of the settlement that comes next.
    lastFundingRate: derivatives.fundingRate(market, next, nowMs).toFixed(8),
    interestRate: (0.0001 * (market.fundingHours / 8)).toFixed(8),
    nextFundingTime: next,
    time: nowMs,
  };
};

const fundingRates = (model: Model, ask: Ask): Answer => {
  const symbol = ask.query.get("symbol");
  const markets =
    symbol === null ? model.markets("binance", "linear", ask.nowMs) : [marketOf(model, "linear", symbol, ask.nowMs)];
  const limit = limitOf(ask, 100, 1000);
  const start = optionalWhole(ask, "startTime");
  const end = Math.min(optionalWhole(ask, "endTime") ?? ask.nowMs, ask.nowMs);
  const rows: { symbol: string; fundingTime: number; fundingRate: string; markPrice: string }[] = [];
  for (const market of markets) {
    const step = market.fundingHours * HOUR_MS;
    const last = Math.floor(end / step) * step;
    const first = Math.max(
      start === undefined ? last - (limit - 1) * step : Math.ceil(start / step) * step,
      market.listedMs + step,
    );
    for (let at = first, count = 0; at <= last && count < limit; at += step, count++)
      rows.push({
        symbol: market.symbol,
        // The venue stamps settlements a few milliseconds late.
        fundingTime: at + (hash(market.seed, at / HOUR_MS, 41) % 12),
        fundingRate: model.derivatives.fundingRate(market, at, at).toFixed(8),
        markPrice: model.derivatives.markPrice(market, at).toFixed(8),
      });
  }
  return json(markets.length === 1 ? rows : rows.sort((a, b) => a.fundingTime - b.fundingTime).slice(-limit));
};

const klineWeight = (limit: number): number => (limit < 100 ? 1 : limit < 500 ? 2 : limit <= 1000 ? 5 : 10);
const depthWeight = (limit: number): number => (limit <= 50 ? 2 : limit === 100 ? 5 : limit === 500 ? 10 : 20);

type Spend = (weight: number, ask: Ask, run: () => Answer) => Answer;
type Each = (ask: Ask, build: (market: Market) => unknown) => Answer;

const quoteRoutes = (model: Model, spend: Spend, market: (ask: Ask) => Market, each: Each): Record<string, Route> => ({
  "/fapi/v1/ticker/24hr": (ask) =>
    spend(ask.query.has("symbol") ? 1 : 40, ask, () => each(ask, (one) => ticker(model, one, ask.nowMs))),
  "/fapi/v1/ticker/price": (ask) =>
    spend(ask.query.has("symbol") ? 1 : 2, ask, () =>
      each(ask, (one) => ({
        symbol: one.symbol,
        price: decimal(model.series.running(one, ask.nowMs).close, one.priceDecimals),
        time: ask.nowMs,
      })),
    ),
  "/fapi/v1/ticker/bookTicker": (ask) =>
    spend(ask.query.has("symbol") ? 2 : 5, ask, () =>
      each(ask, (one) => {
        const { bids, asks, id } = model.books.book(one, ask.nowMs, 1);
        return {
          symbol: one.symbol,
          bidPrice: decimal(bids[0]?.[0] ?? 0, one.priceDecimals),
          bidQty: decimal(bids[0]?.[1] ?? 0, one.lotDecimals),
          askPrice: decimal(asks[0]?.[0] ?? 0, one.priceDecimals),
          askQty: decimal(asks[0]?.[1] ?? 0, one.lotDecimals),
          time: ask.nowMs,
          lastUpdateId: id,
        };
      }),
    ),
  "/fapi/v1/depth": (ask) => {
    const limit = optionalWhole(ask, "limit") ?? 500;
    if (!DEPTH_LIMITS.includes(limit)) throw failure(-4021, `${limit} is not valid depth limit`);
    return spend(depthWeight(limit), ask, () => {
      const one = market(ask);
      const book = model.books.book(one, ask.nowMs, limit);
      const level = ([price, size]: readonly [number, number]): [string, string] => [
        decimal(price, one.priceDecimals),
        decimal(size, one.lotDecimals),
      ];
      const { id: lastUpdateId, timeMs } = book;
      return json({ lastUpdateId, E: timeMs + 3, T: timeMs, bids: book.bids.map(level), asks: book.asks.map(level) });
    });
  },
});

export const binanceFuturesRoutes = (model: Model, budget: Budget): Record<string, Route> => {
  const spend = (weight: number, ask: Ask, run: () => Answer): Answer =>
    weighed(budget, "futures", weight, WEIGHT_MAX, ask, run);
  // The two funding lists share a budget of their own.
  const fundingSpend = (ask: Ask): void => {
    const { used } = budget.spend("funding", 1, FUNDING_WINDOW_MS, ask.wallMs);
    if (budget.enforced && used > FUNDING_REQUESTS_MAX) throw failure(-1003, "Too many requests.", 429);
  };
  const market = (ask: Ask, name = "symbol"): Market => marketOf(model, "linear", needText(ask, name), ask.nowMs);
  const each = (ask: Ask, build: (market: Market) => unknown): Answer =>
    json(ask.query.has("symbol") ? build(market(ask)) : model.markets("binance", "linear", ask.nowMs).map(build));
  const candles =
    (price: "trade" | "mark" | "index", name: string): Route =>
    (ask) =>
      spend(klineWeight(limitOf(ask, 500, 1500)), ask, () => klines(model, ask, market(ask, name), price, 1500, 0));

  return {
    "/fapi/v1/ping": (ask) => spend(1, ask, () => json({})),
    "/fapi/v1/time": (ask) => spend(1, ask, () => json({ serverTime: ask.nowMs })),
    "/fapi/v1/exchangeInfo": (ask) =>
      spend(1, ask, () =>
        json({
          timezone: "UTC",
          serverTime: ask.nowMs,
          futuresType: "U_MARGINED",
          rateLimits: [{ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: WEIGHT_MAX }],
          exchangeFilters: [],
          assets: [{ asset: "USDT", marginAvailable: true, autoAssetExchange: "-10000" }],
          symbols: model.markets("binance", "linear", ask.nowMs).map(symbolInfo),
        }),
      ),
    "/dapi/v1/exchangeInfo": (ask) =>
      json({ timezone: "UTC", serverTime: ask.nowMs, rateLimits: [], exchangeFilters: [], symbols: [] }),
    "/fapi/v1/klines": candles("trade", "symbol"),
    "/fapi/v1/markPriceKlines": candles("mark", "symbol"),
    "/fapi/v1/indexPriceKlines": candles("index", "pair"),
    ...quoteRoutes(model, spend, market, each),
    "/fapi/v1/openInterest": (ask) =>
      spend(1, ask, () => {
        const one = market(ask);
        const openInterest = model.derivatives.openInterest(one, ask.nowMs).toFixed(one.lotDecimals);
        return json({ symbol: one.symbol, openInterest, time: ask.nowMs });
      }),
    "/fapi/v1/premiumIndex": (ask) =>
      spend(ask.query.has("symbol") ? 1 : 10, ask, () => each(ask, (one) => premiumIndex(model, one, ask.nowMs))),
    "/fapi/v1/fundingInfo": (ask) => {
      fundingSpend(ask);
      return json(
        model
          .markets("binance", "linear", ask.nowMs)
          // Only symbols that differ from the usual eight hours are listed.
          .filter((one) => one.fundingHours !== 8)
          .map((one) => ({
            symbol: one.symbol,
            adjustedFundingRateCap: "0.02000000",
            adjustedFundingRateFloor: "-0.02000000",
            fundingIntervalHours: one.fundingHours,
            disclaimer: false,
            updateTime: one.listedMs,
          })),
      );
    },
    "/fapi/v1/fundingRate": (ask) => {
      fundingSpend(ask);
      return fundingRates(model, ask);
    },
  };
};

// Binance spot REST as api.binance.com speaks it: /api/v3 market data.
import { DAY_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, decimal, json, type Route } from "../provider.ts";
import { failure, klines, limitOf, marketOf, needText, percent, weighed } from "./binance-shared.ts";

const PLACES = 8;
const WEIGHT_MAX = 6000;
const DAY_MINUTES = 1440;

const symbolInfo = (market: Market): unknown => {
  const tick = decimal(1, market.priceDecimals, PLACES);
  const step = decimal(1, market.lotDecimals, PLACES);
  return {
    symbol: market.symbol,
    status: "TRADING",
    baseAsset: market.base,
    baseAssetPrecision: 8,
    quoteAsset: "USDT",
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT"],
    icebergAllowed: true,
    ocoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: true,
    filters: [
      { filterType: "PRICE_FILTER", minPrice: tick, maxPrice: "1000000.00000000", tickSize: tick },
      { filterType: "LOT_SIZE", minQty: step, maxQty: "92141578.00000000", stepSize: step },
      { filterType: "MARKET_LOT_SIZE", minQty: "0.00000000", maxQty: "9214157.80000000", stepSize: "0.00000000" },
      {
        filterType: "NOTIONAL",
        minNotional: "5.00000000",
        applyMinToMarket: true,
        maxNotional: "9000000.00000000",
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
    ],
    permissions: [],
    permissionSets: [["SPOT", "MARGIN"]],
  };
};

const ticker = (model: Model, market: Market, nowMs: number): unknown => {
  const day = model.series.rolling(market, nowMs, DAY_MINUTES);
  const book = model.books.book(market, nowMs, 1);
  const price = (ticks: number): string => decimal(ticks, market.priceDecimals, PLACES);
  const lots = (count: number): string => decimal(count, market.lotDecimals, PLACES);
  const [bid = [0, 0], ask = [0, 0]] = [book.bids[0], book.asks[0]];
  const mean = day.turnover / 1e4 / (day.volume * market.lot);
  return {
    symbol: market.symbol,
    priceChange: price(day.close - day.open),
    priceChangePercent: percent(day.open, day.close),
    weightedAvgPrice: mean.toFixed(PLACES),
    prevClosePrice: price(day.open),
    lastPrice: price(day.close),
    lastQty: lots(1 + (day.volume % 97)),
    bidPrice: price(bid[0]),
    bidQty: lots(bid[1]),
    askPrice: price(ask[0]),
    askQty: lots(ask[1]),
    openPrice: price(day.open),
    highPrice: price(day.high),
    lowPrice: price(day.low),
    volume: lots(day.volume),
    quoteVolume: decimal(day.turnover, 4, PLACES),
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    firstId: 1,
    lastId: day.trades,
    count: day.trades,
  };
};

const depthWeight = (limit: number): number => (limit <= 100 ? 5 : limit <= 500 ? 25 : limit <= 1000 ? 50 : 250);

export const binanceSpotRoutes = (model: Model, budget: Budget): Record<string, Route> => {
  const spend = (weight: number, ask: Ask, run: () => Answer): Answer =>
    weighed(budget, "spot", weight, WEIGHT_MAX, ask, run);

  /** One symbol gives an object, a list or nothing gives an array, as the venue does. */
  const each = (ask: Ask, build: (market: Market) => unknown): Answer => {
    const one = ask.query.get("symbol");
    if (one !== null) return json(build(marketOf(model, "spot", one, ask.nowMs)));
    const many = ask.query.get("symbols");
    if (many === null) return json(model.markets("binance", "spot", ask.nowMs).map(build));
    let names: unknown;
    try {
      names = JSON.parse(many);
    } catch {
      names = null;
    }
    if (!Array.isArray(names)) throw failure(-1100, "Illegal characters found in parameter 'symbols'.");
    return json(names.map((name) => build(marketOf(model, "spot", String(name), ask.nowMs))));
  };

  const broad = (ask: Ask, one: number, all: number): number =>
    ask.query.has("symbol") ? one : ask.query.has("symbols") ? 40 : all;

  return {
    "/api/v3/ping": (ask) => spend(1, ask, () => json({})),
    "/api/v3/time": (ask) => spend(1, ask, () => json({ serverTime: ask.nowMs })),
    "/api/v3/exchangeInfo": (ask) =>
      spend(20, ask, () =>
        json({
          timezone: "UTC",
          serverTime: ask.nowMs,
          rateLimits: [
            { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: WEIGHT_MAX },
            { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, limit: 61_000 },
          ],
          exchangeFilters: [],
          symbols: model.markets("binance", "spot", ask.nowMs).map(symbolInfo),
        }),
      ),
    "/api/v3/klines": (ask) =>
      spend(2, ask, () =>
        klines(model, ask, marketOf(model, "spot", needText(ask, "symbol"), ask.nowMs), "trade", 1000, PLACES),
      ),
    "/api/v3/ticker/24hr": (ask) =>
      spend(broad(ask, 2, 80), ask, () => each(ask, (market) => ticker(model, market, ask.nowMs))),
    "/api/v3/ticker/price": (ask) =>
      spend(broad(ask, 2, 4), ask, () =>
        each(ask, (market) => ({
          symbol: market.symbol,
          price: decimal(model.series.running(market, ask.nowMs).close, market.priceDecimals, PLACES),
        })),
      ),
    "/api/v3/ticker/bookTicker": (ask) =>
      spend(broad(ask, 2, 4), ask, () =>
        each(ask, (market) => {
          const { bids, asks } = model.books.book(market, ask.nowMs, 1);
          const price = (level?: readonly [number, number]): string =>
            decimal(level?.[0] ?? 0, market.priceDecimals, PLACES);
          const size = (level?: readonly [number, number]): string =>
            decimal(level?.[1] ?? 0, market.lotDecimals, PLACES);
          return {
            symbol: market.symbol,
            bidPrice: price(bids[0]),
            bidQty: size(bids[0]),
            askPrice: price(asks[0]),
            askQty: size(asks[0]),
          };
        }),
      ),
    "/api/v3/depth": (ask) => {
      const limit = limitOf(ask, 100, 5000);
      return spend(depthWeight(limit), ask, () => {
        const market = marketOf(model, "spot", needText(ask, "symbol"), ask.nowMs);
        const book = model.books.book(market, ask.nowMs, limit);
        const level = ([price, size]: readonly [number, number]): [string, string] => [
          decimal(price, market.priceDecimals, PLACES),
          decimal(size, market.lotDecimals, PLACES),
        ];
        // Spot depth carries no time at all, only the update id.
        return json({ lastUpdateId: book.id, bids: book.bids.map(level), asks: book.asks.map(level) });
      });
    },
  };
};

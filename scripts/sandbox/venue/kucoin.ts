// KuCoin's public REST for spot pairs as api.kucoin.com speaks it; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, decimal, json, type Provider, type Route, settle } from "../provider.ts";

const WINDOW_MS = 30_000;
const WEIGHT_MAX = 2_000;
const DAY_MINUTES = 1_440;

const data = (value: unknown): Answer => json({ code: "200000", data: value });

const pair = (market: Market): object => ({
  symbol: market.symbol,
  name: market.symbol,
  baseCurrency: market.base,
  quoteCurrency: "USDT",
  feeCurrency: "USDT",
  market: "USDS",
  baseMinSize: "0.00001",
  quoteMinSize: "0.1",
  baseMaxSize: "10000000000",
  quoteMaxSize: "99999999",
  baseIncrement: decimal(1, market.lotDecimals),
  quoteIncrement: decimal(1, market.priceDecimals),
  priceIncrement: decimal(1, market.priceDecimals),
  priceLimitRate: "0.1",
  minFunds: "0.1",
  isMarginEnabled: false,
  enableTrading: true,
  feeCategory: 1,
  makerFeeCoefficient: "1.00",
  takerFeeCoefficient: "1.00",
  st: false,
});

const ticker = (model: Model, market: Market, nowMs: number): object => {
  const day = model.series.rolling(market, nowMs, DAY_MINUTES);
  const book = model.books.book(market, nowMs, 1);
  const price = (ticks = 0): string => decimal(ticks, market.priceDecimals);
  const volume = day.volume * market.lot;
  const turnover = day.turnover / 1e4;
  return {
    symbol: market.symbol,
    symbolName: market.symbol,
    buy: price(book.bids[0]?.[0]),
    bestBidSize: decimal(book.bids[0]?.[1] ?? 0, market.lotDecimals),
    sell: price(book.asks[0]?.[0]),
    bestAskSize: decimal(book.asks[0]?.[1] ?? 0, market.lotDecimals),
    changeRate: day.open === 0 ? "0" : (day.close / day.open - 1).toFixed(4),
    changePrice: price(day.close - day.open),
    high: price(day.high),
    low: price(day.low),
    vol: volume.toFixed(8),
    volValue: turnover.toFixed(8),
    last: price(day.close),
    averagePrice: volume === 0 ? null : (turnover / volume).toFixed(8),
    takerFeeRate: "0.001",
    makerFeeRate: "0.001",
    takerCoefficient: "1",
    makerCoefficient: "1",
  };
};

/** What each call takes of the 30 seconds' budget. */
const WEIGHTS: Readonly<Record<string, number>> = { "/api/v2/symbols": 4, "/api/v1/market/allTickers": 15 };

const routesOf = (model: Model): Record<string, Route> => {
  const all = (ask: Ask): Market[] => model.markets("kucoin", "spot", ask.nowMs);
  return {
    "/api/v1/timestamp": (ask) => json({ code: "200000", msg: "success", data: ask.nowMs }),
    "/api/v2/symbols": (ask) => data(all(ask).map(pair)),
    "/api/v1/market/allTickers": (ask) =>
      data({ time: ask.nowMs, ticker: all(ask).map((market) => ticker(model, market, ask.nowMs)) }),
  };
};

export const createKucoin = (model: Model, budget: Budget): Provider => {
  const routes = routesOf(model);
  return {
    id: "kucoin",
    answer: (ask) => {
      const route = routes[ask.path];
      if (!route) return json({ code: "404000", msg: "Url Not Found" }, 404);
      const { used, endsInMs } = budget.spend("ip", WEIGHTS[ask.path] ?? 3, WINDOW_MS, ask.wallMs);
      const headers = {
        "gw-ratelimit-limit": `${WEIGHT_MAX}`,
        "gw-ratelimit-remaining": `${Math.max(0, WEIGHT_MAX - used)}`,
        "gw-ratelimit-reset": `${endsInMs}`,
      };
      if (budget.enforced && used > WEIGHT_MAX)
        return { ...json({ code: "429000", msg: "Too many requests" }, 429), headers };
      return { ...settle(route, ask), headers };
    },
  };
};

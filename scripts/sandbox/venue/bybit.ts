// Bybit v5 REST market data as api.bybit.com speaks it; everything here is simulated.
import { HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import type { PriceKind } from "../model/basis.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, decimal, json, type Provider, type Route, raw, settle, trimmed } from "../provider.ts";
import { categoryOf, envelope, envelopeRows, failure, instantsOf, limitOf, marketOf } from "./bybit-shared.ts";
import { bybitTicker } from "./bybit-ticker.ts";

const WINDOW_MS = 5000;
const REQUESTS_MAX = 600;

const FRAME_MINUTES: Record<string, number> = {
  "1": 1,
  "3": 3,
  "5": 5,
  "15": 15,
  "30": 30,
  "60": 60,
  "120": 120,
  "240": 240,
  "360": 360,
  "720": 720,
  D: 1440,
};
const PERIOD_MINUTES: Record<string, number> = { "5min": 5, "15min": 15, "30min": 30, "1h": 60, "4h": 240, "1d": 1440 };

const instrument = (market: Market): unknown => {
  const tickSize = decimal(1, market.priceDecimals);
  const step = decimal(1, market.lotDecimals);
  const shared = {
    symbol: market.symbol,
    baseCoin: market.base,
    quoteCoin: "USDT",
    status: "Trading",
  };
  if (market.kind === "spot")
    return {
      ...shared,
      innovation: "0",
      marginTrading: "utaOnly",
      stTag: "0",
      lotSizeFilter: {
        basePrecision: step,
        quotePrecision: "0.0000001",
        minOrderQty: step,
        maxOrderQty: "17000000",
        minOrderAmt: "5",
        maxOrderAmt: "4000000",
      },
      priceFilter: { tickSize },
    };
  return {
    ...shared,
    contractType: "LinearPerpetual",
    launchTime: `${market.listedMs}`,
    deliveryTime: "0",
    deliveryFeeRate: "",
    priceScale: `${market.priceDecimals}`,
    leverageFilter: { minLeverage: "1", maxLeverage: "50.00", leverageStep: "0.01" },
    priceFilter: { minPrice: tickSize, maxPrice: "1999999.8", tickSize },
    lotSizeFilter: {
      maxOrderQty: "1190.000",
      minOrderQty: step,
      qtyStep: step,
      postOnlyMaxOrderQty: "1190.000",
      maxMktOrderQty: "500.000",
      minNotionalValue: "5",
    },
    unifiedMarginTrade: true,
    fundingInterval: market.fundingHours * 60,
    settleCoin: "USDT",
    copyTrading: "none",
    upperFundingRate: "0.02",
    lowerFundingRate: "-0.02",
  };
};

const klines = (model: Model, ask: Ask, price: PriceKind): Answer => {
  const category = categoryOf(ask, "linear");
  const market = marketOf(model, ask, category);
  const frame = FRAME_MINUTES[ask.query.get("interval") ?? ""];
  if (frame === undefined) throw failure(10001, "params error: Invalid period!", ask);
  const instants = instantsOf(ask, ["start", "end"], frame * MINUTE_MS, limitOf(ask, 200, 1000));
  const oldest = instants.at(-1);
  const candles =
    oldest === undefined ? [] : model.series.candles(market, price, frame, oldest, instants.length, ask.nowMs);
  const value = (ticks: number): string => decimal(ticks, market.priceDecimals);
  const rows = candles.map((candle) => {
    const prices = `["${candle.openMs}","${value(candle.open)}","${value(candle.high)}","${value(candle.low)}","${value(candle.close)}"`;
    if (price !== "trade") return `${prices}]`;
    return `${prices},"${decimal(candle.volume, market.lotDecimals)}","${decimal(candle.turnover, 4)}"]`;
  });
  const head = price === "trade" ? { symbol: market.symbol, category } : { symbol: market.symbol, category: "linear" };
  return envelopeRows(head, rows.reverse(), ask);
};

const periodOf = (ask: Ask, name: string): number => {
  const minutes = PERIOD_MINUTES[ask.query.get(name) ?? ""];
  if (minutes === undefined) throw failure(10001, `params error: ${name} invalid`, ask);
  return minutes * MINUTE_MS;
};

const openInterest = (model: Model, ask: Ask): Answer => {
  const market = marketOf(model, ask, "linear");
  const instants = instantsOf(ask, ["startTime", "endTime"], periodOf(ask, "intervalTime"), limitOf(ask, 50, 200));
  const list = instants
    .filter((at) => at >= market.listedMs)
    .map((at) => {
      const single = model.derivatives.openInterest(market, at);
      return {
        // Since 2026-06-11 documented as both sides summed, with the single side beside it.
        openInterest: (2 * single).toFixed(market.lotDecimals),
        timestamp: `${at}`,
        singleOpenInterest: single.toFixed(market.lotDecimals),
      };
    });
  return envelope({ symbol: market.symbol, category: "linear", list, nextPageCursor: "" }, ask);
};

const fundingHistory = (model: Model, ask: Ask): Answer => {
  const market = marketOf(model, ask, "linear");
  if (ask.query.has("startTime") && !ask.query.has("endTime"))
    throw failure(10001, "params error: startTime and endTime must be passed together", ask);
  const step = market.fundingHours * HOUR_MS;
  const list = instantsOf(ask, ["startTime", "endTime"], step, limitOf(ask, 200, 200))
    .filter((at) => at > market.listedMs)
    .map((at) => ({
      symbol: market.symbol,
      fundingRate: trimmed(model.derivatives.fundingRate(market, at, at), 8),
      fundingRateTimestamp: `${at}`,
    }));
  return envelope({ category: "linear", list }, ask);
};

const accountRatio = (model: Model, ask: Ask): Answer => {
  const market = marketOf(model, ask, "linear");
  const instants = instantsOf(ask, ["startTime", "endTime"], periodOf(ask, "period"), limitOf(ask, 50, 500));
  const list = instants.map((at) => {
    const ratio = model.derivatives.ratio(market, "accounts", at);
    const buyRatio = (ratio / (1 + ratio)).toFixed(4);
    return { symbol: market.symbol, buyRatio, sellRatio: (1 - Number(buyRatio)).toFixed(4), timestamp: `${at}` };
  });
  return envelope({ list, nextPageCursor: "" }, ask);
};

const orderBook = (model: Model, ask: Ask): Answer => {
  const category = categoryOf(ask);
  const market = marketOf(model, ask, category);
  const book = model.books.book(market, ask.nowMs, limitOf(ask, category === "spot" ? 1 : 25, 1000));
  const level = ([price, size]: readonly [number, number]): [string, string] => [
    decimal(price, market.priceDecimals),
    decimal(size, market.lotDecimals),
  ];
  const { id, timeMs } = book;
  return envelope(
    {
      s: market.symbol,
      b: book.bids.map(level),
      a: book.asks.map(level),
      ts: timeMs,
      u: id % 1e9,
      seq: id,
      cts: timeMs - 4,
    },
    ask,
  );
};

const instruments = (model: Model, ask: Ask): Answer => {
  const category = ask.query.get("category") ?? "";
  if (!["spot", "linear", "inverse", "option"].includes(category))
    throw failure(10001, "params error: Category is invalid", ask);
  const empty = category === "inverse" || category === "option" || ask.query.get("status") === "PreLaunch";
  if (empty) return envelope({ category, list: [], nextPageCursor: "" }, ask);
  const kind = category === "spot" ? "spot" : "linear";
  const symbol = ask.query.get("symbol");
  const all = model.markets("bybit", kind, ask.nowMs).filter((market) => symbol === null || market.symbol === symbol);
  if (kind === "spot") return envelope({ category, list: all.map(instrument) }, ask);
  const from = Number(/^first=(\d+)$/.exec(ask.query.get("cursor") ?? "")?.[1] ?? 0);
  const limit = limitOf(ask, 500, 1000);
  const nextPageCursor = from + limit < all.length ? `first=${from + limit}` : "";
  return envelope({ category, list: all.slice(from, from + limit).map(instrument), nextPageCursor }, ask);
};

const tickers = (model: Model, ask: Ask): Answer => {
  const category = categoryOf(ask);
  const markets = ask.query.has("symbol")
    ? [marketOf(model, ask, category)]
    : model.markets("bybit", category, ask.nowMs);
  return envelope({ category, list: markets.map((market) => bybitTicker(model, market, ask.nowMs)) }, ask);
};

export const createBybit = (model: Model, budget: Budget): Provider => {
  const routes: Record<string, Route> = {
    "/v5/market/time": (ask) =>
      envelope({ timeSecond: `${Math.floor(ask.nowMs / 1000)}`, timeNano: `${ask.nowMs}000000` }, ask),
    "/v5/market/instruments-info": (ask) => instruments(model, ask),
    "/v5/market/kline": (ask) => klines(model, ask, "trade"),
    "/v5/market/mark-price-kline": (ask) => klines(model, ask, "mark"),
    "/v5/market/index-price-kline": (ask) => klines(model, ask, "index"),
    "/v5/market/tickers": (ask) => tickers(model, ask),
    "/v5/market/orderbook": (ask) => orderBook(model, ask),
    "/v5/market/open-interest": (ask) => openInterest(model, ask),
    "/v5/market/funding/history": (ask) => fundingHistory(model, ask),
    "/v5/market/account-ratio": (ask) => accountRatio(model, ask),
  };
  return {
    id: "bybit",
    answer: (ask) => {
      const { used, endsInMs } = budget.spend("all", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX) {
        if (used > 1.5 * REQUESTS_MAX) return raw("403, access too frequent. Please try it 10 minutes later.", 403);
        return {
          ...json({
            retCode: 10006,
            retMsg: "Too many visits. Exceeded the API Rate Limit.",
            result: {},
            retExtInfo: {},
            time: ask.nowMs,
          }),
          headers: { "x-bapi-limit-reset-timestamp": `${ask.wallMs + endsInMs}` },
        };
      }
      const route = routes[ask.path];
      return route
        ? settle(route, ask)
        : json(
            { retCode: 10404, retMsg: "The requested path is not found", result: {}, retExtInfo: {}, time: ask.nowMs },
            404,
          );
    },
  };
};

// Gate v4 /spot: pairs, tickers and books; unlike the futures its times are in milliseconds.
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, decimal, json, type Route, whole } from "../provider.ts";
import { gateFailure } from "./gate-shared.ts";

const LEVELS_MAX = 100;

const pair = (market: Market): object => ({
  id: market.symbol,
  base: market.base,
  base_name: market.asset.token.name,
  quote: "USDT",
  quote_name: "Tether",
  fee: "0.2",
  min_quote_amount: "3",
  amount_precision: market.lotDecimals,
  precision: market.priceDecimals,
  trade_status: "tradable",
  sell_start: 0,
  buy_start: Math.floor(market.listedMs / 1_000),
  type: "normal",
});

const ticker = (model: Model, market: Market, nowMs: number): Record<string, string> => {
  const day = model.series.rolling(market, nowMs, 1_440);
  const book = model.books.book(market, nowMs, 1);
  const price = (ticks: number): string => decimal(ticks, market.priceDecimals);
  return {
    currency_pair: market.symbol,
    last: price(day.close),
    lowest_ask: price(book.asks[0]?.[0] ?? 0),
    highest_bid: price(book.bids[0]?.[0] ?? 0),
    change_percentage: day.open === 0 ? "0" : ((day.close / day.open - 1) * 100).toFixed(2),
    base_volume: (day.volume * market.lot).toFixed(8),
    quote_volume: (day.turnover / 1e4).toFixed(4),
    high_24h: price(day.high),
    low_24h: price(day.low),
  };
};

const book = (model: Model, ask: Ask): Answer => {
  const name = ask.query.get("currency_pair") ?? "";
  if (name === "") throw gateFailure("MISSING_REQUIRED_PARAM", "Missing required parameter: currency_pair");
  const market = model.market("gate", "spot", name, ask.nowMs);
  if (!market) throw gateFailure("INVALID_CURRENCY_PAIR", "Invalid currency pair");
  const limit = whole(ask.query, "limit") ?? 10;
  if (!(limit >= 1 && limit <= LEVELS_MAX)) throw gateFailure("INVALID_PARAM_VALUE", "Invalid parameter `limit` value");
  const { bids, asks, timeMs, id } = model.books.book(market, ask.nowMs, limit);
  const level = ([price, size]: readonly [number, number]): string[] => [
    decimal(price, market.priceDecimals),
    decimal(size, market.lotDecimals),
  ];
  const numbered = ask.query.get("with_id") === "true" ? { id } : {};
  return json({ ...numbered, current: ask.nowMs, update: timeMs, asks: asks.map(level), bids: bids.map(level) });
};

export const gateSpotRoutes = (model: Model): Record<string, Route> => {
  const all = (ask: Ask): Market[] => model.markets("gate", "spot", ask.nowMs);
  return {
    "/api/v4/spot/time": (ask) => json({ server_time: ask.nowMs }),
    "/api/v4/spot/currency_pairs": (ask) => json(all(ask).map(pair)),
    // Nothing here is lent.
    "/api/v4/margin/currency_pairs": () => json([]),
    "/api/v4/spot/tickers": (ask) => json(all(ask).map((market) => ticker(model, market, ask.nowMs))),
    "/api/v4/spot/order_book": (ask) => book(model, ask),
  };
};

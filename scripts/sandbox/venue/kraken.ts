// Kraken's public REST for dollar pairs as api.kraken.com speaks it; everything here is simulated. Times are in seconds.
import type { Budget } from "../limit.ts";
import type { Market } from "../model/market.ts";
import type { Candle } from "../model/minute.ts";
import type { Model } from "../model/model.ts";
import {
  type Answer,
  type Ask,
  decimal,
  floorTo,
  json,
  type Provider,
  type Route,
  refuse,
  settle,
  whole,
} from "../provider.ts";

const WINDOW_MS = 15_000;
const REQUESTS_MAX = 15;
const ROWS_MAX = 720;
const LEVELS_MAX = 500;
const FRAMES = [1, 5, 15, 30, 60, 240, 1_440, 10_080];
const PAIR_DECIMALS_MAX = 10;

const data = (result: unknown): Answer => json({ error: [], result });
const failure = (error: string): Error => refuse(json({ error: [error] }));

const price = (market: Market, ticks: number): string => decimal(ticks, market.priceDecimals);

const pair = (market: Market): object => ({
  altname: `${market.base}USD`,
  wsname: `${market.base}/USD`,
  aclass_base: "currency",
  // Old assets keep their X and Z names.
  base: market.symbol.endsWith("ZUSD") ? market.symbol.slice(0, -4) : market.symbol.slice(0, -3),
  aclass_quote: "currency",
  quote: "ZUSD",
  lot: "unit",
  cost_decimals: 5,
  pair_decimals: Math.min(PAIR_DECIMALS_MAX, market.priceDecimals),
  lot_decimals: 8,
  lot_multiplier: 1,
  leverage_buy: [],
  leverage_sell: [],
  fees: [[0, 0.4]],
  fees_maker: [[0, 0.25]],
  fee_volume_currency: "ZUSD",
  margin_call: 80,
  margin_stop: 40,
  ordermin: "0.0001",
  costmin: "0.5",
  tick_size: decimal(1, market.priceDecimals),
  status: "online",
});

/** `[seconds, open, high, low, close, mean price, volume in coins, trades]`. */
const row = (market: Market, candle: Candle): unknown[] => {
  const volume = candle.volume * market.lot;
  return [
    candle.openMs / 1_000,
    price(market, candle.open),
    price(market, candle.high),
    price(market, candle.low),
    price(market, candle.close),
    volume === 0 ? "0.0" : `${Number((candle.turnover / 1e4 / volume).toPrecision(15))}`,
    `${Number(volume.toPrecision(15))}`,
    candle.trades,
  ];
};

/** The newest 720 at most, whatever is asked for; `since` itself is left out, the running one is the last. */
const candles = (model: Model, ask: Ask): Answer => {
  const market = model.market("kraken", "spot", ask.query.get("pair") ?? "", ask.nowMs);
  if (!market) throw failure("EQuery:Unknown asset pair");
  const frame = whole(ask.query, "interval") ?? 1;
  if (!FRAMES.includes(frame)) throw failure("EGeneral:Invalid arguments");
  const since = (whole(ask.query, "since") ?? 0) * 1_000;
  const newest = floorTo(ask.nowMs, frame);
  const step = frame * 60_000;
  const oldest = newest - (ROWS_MAX - 1) * step;
  const first = since < oldest ? oldest : (Math.floor(since / step) + 1) * step;
  const count = Math.max(0, (newest - first) / step + 1);
  const rows = count === 0 ? [] : model.series.candles(market, "trade", frame, first, count, ask.nowMs);
  return data({ [market.symbol]: rows.map((candle) => row(market, candle)), last: (newest - step) / 1_000 });
};

const ticker = (model: Model, market: Market, nowMs: number): object => {
  const day = model.series.rolling(market, nowMs, 1_440);
  const book = model.books.book(market, nowMs, 1);
  const volume = `${Number((day.volume * market.lot).toPrecision(12))}`;
  const mean = `${Number((day.turnover / 1e4 / (day.volume * market.lot)).toPrecision(12))}`;
  return {
    a: [price(market, book.asks[0]?.[0] ?? 0), "1", "1.000"],
    b: [price(market, book.bids[0]?.[0] ?? 0), "1", "1.000"],
    c: [price(market, day.close), "0.1"],
    v: [volume, volume],
    p: [mean, mean],
    t: [day.trades, day.trades],
    l: [price(market, day.low), price(market, day.low)],
    h: [price(market, day.high), price(market, day.high)],
    o: price(market, day.open),
  };
};

/** `[price, coins, seconds]` a level, best first. */
const depth = (model: Model, ask: Ask): Answer => {
  const market = model.market("kraken", "spot", ask.query.get("pair") ?? "", ask.nowMs);
  if (!market) throw failure("EQuery:Unknown asset pair");
  const count = whole(ask.query, "count") ?? 100;
  if (!(count >= 1 && count <= LEVELS_MAX)) throw failure("EGeneral:Invalid arguments");
  const { bids, asks, timeMs } = model.books.book(market, ask.nowMs, count);
  const level = ([ticks, size]: readonly [number, number]): unknown[] => [
    price(market, ticks),
    decimal(size, market.lotDecimals),
    timeMs / 1_000,
  ];
  return data({ [market.symbol]: { asks: asks.map(level), bids: bids.map(level) } });
};

const routesOf = (model: Model): Record<string, Route> => {
  const all = (ask: Ask): Market[] => model.markets("kraken", "spot", ask.nowMs);
  return {
    "/0/public/Time": (ask) =>
      data({ unixtime: Math.floor(ask.nowMs / 1_000), rfc1123: new Date(ask.nowMs).toUTCString() }),
    "/0/public/AssetPairs": (ask) => data(Object.fromEntries(all(ask).map((market) => [market.symbol, pair(market)]))),
    "/0/public/Ticker": (ask) =>
      data(Object.fromEntries(all(ask).map((market) => [market.symbol, ticker(model, market, ask.nowMs)]))),
    "/0/public/Depth": (ask) => depth(model, ask),
    "/0/public/OHLC": (ask) => candles(model, ask),
  };
};

export const createKraken = (model: Model, budget: Budget): Provider => {
  const routes = routesOf(model);
  return {
    id: "kraken",
    answer: (ask) => {
      const route = routes[ask.path];
      if (!route) return json({ error: ["EGeneral:Unknown method"] }, 404);
      const { used } = budget.spend("ip", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX) return json({ error: ["EGeneral:Too many requests"] });
      return settle(route, ask);
    },
  };
};

// OKX v5 /market: candles, tickers and books.
import { DAY_MS } from "../../../schema/duration.ts";
import type { PriceKind } from "../model/basis.ts";
import type { Market } from "../model/market.ts";
import type { Candle } from "../model/minute.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, decimal, floorTo, type Route, raw } from "../provider.ts";
import { barOf, data, failure, limitOf, marketOf, pageOf } from "./okx-shared.ts";

const DAY_MINUTES = 1440;
const RECENT_BARS = 1440;
const HISTORY_FROM_MS = Date.UTC(2018, 0, 11);

/** Coins in lots as text: lots of a swap are hundredths of a contract, of spot the coin's own step. */
const coins = (market: Market, lots: number): string =>
  market.kind === "spot"
    ? decimal(lots, market.lotDecimals)
    : (lots * market.lot).toFixed(Math.max(0, 2 - Math.round(Math.log10(market.contractSize))));

const row = (market: Market, candle: Candle, price: PriceKind, confirm: string): string => {
  const { priceDecimals } = market;
  const open = decimal(candle.open, priceDecimals);
  const high = decimal(candle.high, priceDecimals);
  const low = decimal(candle.low, priceDecimals);
  const close = decimal(candle.close, priceDecimals);
  const prices = `["${candle.openMs}","${open}","${high}","${low}","${close}"`;
  if (price !== "trade") return `${prices},"${confirm}"]`;
  const turnover = decimal(candle.turnover, 4);
  // Spot: coins, quote, quote. Swap: contracts, coins, quote.
  const volume = decimal(candle.volume, market.lotDecimals);
  return `${prices},"${volume}","${market.kind === "spot" ? turnover : coins(market, candle.volume)}","${turnover}","${confirm}"]`;
};

const candles = (model: Model, ask: Ask, market: Market, price: PriceKind, history: boolean): Answer => {
  const { minutes, shiftMs } = barOf(ask);
  const step = minutes * 60_000;
  const running = floorTo(ask.nowMs, minutes, shiftMs);
  // The recent endpoint forgets; the history endpoint has everything but never the running bar.
  const kept = history ? HISTORY_FROM_MS : running - (RECENT_BARS - 1) * step;
  const newest = history ? running - step : running;
  const limit = limitOf(ask, 100, price === "trade" ? 300 : 100);
  const instants = pageOf(ask, newest, Math.max(kept, floorTo(market.listedMs, minutes, shiftMs)), step, limit);
  const oldest = instants.at(-1);
  if (oldest === undefined) return data([]);
  const rows = model.series
    .candles(market, price, minutes, oldest, instants.length, ask.nowMs)
    .map((candle) => row(market, candle, price, candle.openMs + step <= ask.nowMs ? "1" : "0"));
  return raw(`{"code":"0","msg":"","data":[${rows.reverse().join(",")}]}`);
};

const ticker = (model: Model, market: Market, nowMs: number): Record<string, string> => {
  const day = model.series.rolling(market, nowMs, DAY_MINUTES);
  const book = model.books.book(market, nowMs, 1);
  const price = (ticks = 0): string => decimal(ticks, market.priceDecimals);
  const lots = (count = 0): string => decimal(count, market.lotDecimals);
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const openOf = (startMs: number): string =>
    price(model.series.candles(market, "trade", 1, Math.max(startMs, market.listedMs), 1, nowMs)[0]?.open ?? day.open);
  return {
    instType: market.kind === "spot" ? "SPOT" : "SWAP",
    instId: market.symbol,
    last: price(day.close),
    lastSz: lots(1 + (day.volume % 97)),
    askPx: price(book.asks[0]?.[0]),
    askSz: lots(book.asks[0]?.[1]),
    bidPx: price(book.bids[0]?.[0]),
    bidSz: lots(book.bids[0]?.[1]),
    open24h: price(day.open),
    high24h: price(day.high),
    low24h: price(day.low),
    // Spot: quote and coins. Swap: coins and contracts.
    volCcy24h: market.kind === "spot" ? decimal(day.turnover, 4) : coins(market, day.volume),
    vol24h: lots(day.volume),
    ts: `${nowMs}`,
    sodUtc0: openOf(midnight),
    sodUtc8: openOf(Math.floor((nowMs + 28_800_000) / DAY_MS) * DAY_MS - 28_800_000),
  };
};

const books = (model: Model, ask: Ask, sizeMax: number): Answer => {
  const market = marketOf(model, ask);
  const book = model.books.book(market, ask.nowMs, limitOf(ask, 1, sizeMax, "sz"));
  const level = ([price, size]: readonly [number, number]): string[] => {
    const px = decimal(price, market.priceDecimals);
    const sz = decimal(size, market.lotDecimals);
    return sizeMax > 400 ? [px, sz, `${1 + (size % 9)}`] : [px, sz, "0", `${1 + (size % 9)}`];
  };
  return data([{ asks: book.asks.map(level), bids: book.bids.map(level), ts: `${book.timeMs}`, seqId: book.id }]);
};

const typeOf = (ask: Ask): "spot" | "linear" | null => {
  const type = ask.query.get("instType");
  if (type === "SPOT") return "spot";
  if (type === "SWAP") return "linear";
  if (type === "FUTURES" || type === "OPTION" || type === "MARGIN") return null;
  throw failure("51000", "Parameter instType error", 400);
};

export const okxMarketRoutes = (model: Model): Record<string, Route> => {
  const series =
    (price: PriceKind, history: boolean): Route =>
    (ask) =>
      candles(model, ask, marketOf(model, ask), price, history);
  // Index candles are named by the pair (BTC-USDT) and exist wherever a swap does.
  const index =
    (history: boolean): Route =>
    (ask) => {
      const instId = ask.query.get("instId") ?? "";
      return candles(model, ask, marketOf(model, ask, `${instId}-SWAP`), "index", history);
    };
  return {
    "/api/v5/market/candles": series("trade", false),
    "/api/v5/market/history-candles": series("trade", true),
    "/api/v5/market/mark-price-candles": series("mark", false),
    "/api/v5/market/history-mark-price-candles": series("mark", true),
    "/api/v5/market/index-candles": index(false),
    "/api/v5/market/history-index-candles": index(true),
    "/api/v5/market/tickers": (ask) => {
      const kind = typeOf(ask);
      return data(
        kind === null ? [] : model.markets("okx", kind, ask.nowMs).map((one) => ticker(model, one, ask.nowMs)),
      );
    },
    "/api/v5/market/ticker": (ask) => data([ticker(model, marketOf(model, ask), ask.nowMs)]),
    "/api/v5/market/books": (ask) => books(model, ask, 400),
    "/api/v5/market/books-full": (ask) => books(model, ask, 5000),
    "/api/v5/market/index-tickers": (ask) => {
      const one = ask.query.get("instId");
      const swaps = one === null ? model.markets("okx", "linear", ask.nowMs) : [marketOf(model, ask, `${one}-SWAP`)];
      return data(
        swaps.map((market) => ({
          instId: market.symbol.slice(0, -5),
          idxPx: model.derivatives.indexPrice(market, ask.nowMs).toFixed(market.priceDecimals + 1),
          ts: `${ask.nowMs}`,
        })),
      );
    },
  };
};

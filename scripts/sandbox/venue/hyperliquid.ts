// Hyperliquid's info endpoint as api.hyperliquid.xyz speaks it; everything here is simulated.
import { HOUR_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, trimmed } from "../provider.ts";

const WINDOW_MS = 60_000;
const WEIGHT_MAX = 1_200;
const WEIGHT = 20;
const BOOK_WEIGHT = 2;
const DAY_MINUTES = 1_440;
const LEVELS = 20;

/** Coins of one side, the hour's funding, prices in USDC; there is no time in it. */
const context = (model: Model, market: Market, nowMs: number): Record<string, unknown> => {
  const { derivatives } = model;
  const price = (value: number): string => trimmed(value, market.priceDecimals);
  const mark = derivatives.markPrice(market, nowMs);
  const index = derivatives.indexPrice(market, nowMs);
  const day = model.series.rolling(market, nowMs, DAY_MINUTES);
  return {
    funding: trimmed(derivatives.fundingRate(market, derivatives.nextFundingMs(market, nowMs), nowMs), 10),
    openInterest: trimmed(derivatives.openInterest(market, nowMs), market.lotDecimals),
    prevDayPx: price(day.open * market.tick),
    dayNtlVlm: (day.turnover / 1e4).toFixed(4),
    premium: trimmed(mark / index - 1, 10),
    oraclePx: price(index),
    markPx: price(mark),
    midPx: price(day.close * market.tick),
    impactPxs: [price(mark * (1 - market.halfSpread)), price(mark * (1 + market.halfSpread))],
    dayBaseVlm: trimmed(day.volume * market.lot, market.lotDecimals),
  };
};

const history = (model: Model, market: Market, from: number, to: number): object[] => {
  const first = Math.ceil(Math.max(from, market.listedMs) / HOUR_MS);
  const count = Math.max(0, Math.min(500, Math.floor(to / HOUR_MS) - first + 1));
  return Array.from({ length: count }, (_, index) => {
    const time = (first + index) * HOUR_MS;
    const rate = model.derivatives.fundingRate(market, time, time);
    return { coin: market.symbol, fundingRate: trimmed(rate, 10), premium: "0.0", time };
  });
};

/** Coins of the spot side under the names they were bridged as, the dollar first. */
const SPOT_NAMES: Readonly<Record<string, string>> = { BTC: "UBTC", ETH: "UETH", SOL: "USOL" };
const spot = (model: Model, nowMs: number): object => {
  const markets = model.markets("hyperliquid", "spot", nowMs);
  const tokens = [{ name: "USDC", szDecimals: 8, weiDecimals: 8, index: 0, tokenId: "0x0", isCanonical: true }];
  const universe = markets.map((market, at) => {
    const name = SPOT_NAMES[market.base] ?? market.base;
    const isCanonical = market.base === "HYPE";
    tokens.push({ name, szDecimals: market.lotDecimals, weiDecimals: 8, index: at + 1, tokenId: "0x0", isCanonical });
    return { tokens: [at + 1, 0], name: market.symbol, index: at, isCanonical: false };
  });
  const contexts = markets.map((market) => {
    const day = model.series.rolling(market, nowMs, DAY_MINUTES);
    const price = trimmed(day.close * market.tick, market.priceDecimals);
    const before = trimmed(day.open * market.tick, market.priceDecimals);
    const dayNtlVlm = (day.turnover / 1e4).toFixed(4);
    return { coin: market.symbol, prevDayPx: before, dayNtlVlm, markPx: price, midPx: price };
  });
  return [{ universe, tokens }, contexts];
};

/** Twenty levels a side, bids first. */
const book = (model: Model, coin: unknown, nowMs: number): Answer => {
  const name = typeof coin === "string" ? coin : "";
  const kind = name.startsWith("@") ? "spot" : "linear";
  const market = model.market("hyperliquid", kind, name, nowMs);
  if (!market) return json(null);
  const { bids, asks, timeMs } = model.books.book(market, nowMs, LEVELS);
  const level = ([ticks, size]: readonly [number, number]): object => ({
    px: trimmed(ticks * market.tick, market.priceDecimals),
    sz: trimmed(size * market.lot, market.lotDecimals),
    n: 1 + (size % 9),
  });
  return json({ coin: name, time: timeMs, levels: [bids.map(level), asks.map(level)] });
};

const info = (model: Model, ask: Ask): Answer => {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(ask.body) as Record<string, unknown>;
  } catch {
    return { status: 422, body: "Failed to deserialize the JSON body into the target type" };
  }
  const markets = model.markets("hyperliquid", "linear", ask.nowMs);
  if (body.type === "exchangeStatus") return json({ specialStatuses: null, time: ask.nowMs });
  if (body.type === "metaAndAssetCtxs") {
    const universe = markets.map((market) => ({
      szDecimals: market.lotDecimals,
      name: market.symbol,
      maxLeverage: 40,
    }));
    return json([{ universe, marginTables: [] }, markets.map((market) => context(model, market, ask.nowMs))]);
  }
  if (body.type === "spotMetaAndAssetCtxs") return json(spot(model, ask.nowMs));
  if (body.type === "l2Book") return book(model, body.coin, ask.nowMs);
  if (body.type === "fundingHistory") {
    const market = markets.find(({ symbol }) => symbol === body.coin);
    const until = Math.min(ask.nowMs, Number(body.endTime) || ask.nowMs);
    return market ? json(history(model, market, Number(body.startTime) || 0, until)) : json(null);
  }
  return { status: 422, body: "Failed to deserialize the JSON body into the target type" };
};

export const createHyperliquid = (model: Model, budget: Budget): Provider => ({
  id: "hyperliquid",
  answer: (ask) => {
    if (ask.path !== "/info" || ask.method !== "POST") return { status: 404, body: "" };
    const weight = ask.body.includes('"l2Book"') ? BOOK_WEIGHT : WEIGHT;
    const { used } = budget.spend("ip", weight, WINDOW_MS, ask.wallMs);
    if (budget.enforced && used > WEIGHT_MAX) return { status: 429, body: "null" };
    return info(model, ask);
  },
});

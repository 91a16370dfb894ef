// Hyperliquid's info endpoint for perpetuals as api.hyperliquid.xyz speaks it; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, trimmed } from "../wire.ts";

const WINDOW_MS = 60_000;
const WEIGHT_MAX = 1_200;
const WEIGHT = 20;
const DAY_MINUTES = 1_440;
const HOUR_MS = 3_600_000;

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

const history = (model: Model, market: Market, from: number, nowMs: number): object[] => {
  const first = Math.ceil(Math.max(from, market.listedMs) / HOUR_MS);
  const count = Math.max(0, Math.min(500, Math.floor(nowMs / HOUR_MS) - first + 1));
  return Array.from({ length: count }, (_, index) => {
    const time = (first + index) * HOUR_MS;
    const rate = model.derivatives.fundingRate(market, time, time);
    return { coin: market.symbol, fundingRate: trimmed(rate, 10), premium: "0.0", time };
  });
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
  if (body.type === "fundingHistory") {
    const market = markets.find(({ symbol }) => symbol === body.coin);
    return market ? json(history(model, market, Number(body.startTime) || 0, ask.nowMs)) : json(null);
  }
  return { status: 422, body: "Failed to deserialize the JSON body into the target type" };
};

export const createHyperliquid = (model: Model, budget: Budget): Provider => ({
  id: "hyperliquid",
  answer: (ask) => {
    if (ask.path !== "/info" || ask.method !== "POST") return { status: 404, body: "" };
    const { used } = budget.spend("ip", WEIGHT, WINDOW_MS, ask.wallMs);
    if (budget.enforced && used > WEIGHT_MAX) return { status: 429, body: "null" };
    return info(model, ask);
  },
});

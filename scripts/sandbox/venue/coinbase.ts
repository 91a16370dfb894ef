// Coinbase Exchange's public REST for dollar pairs as api.exchange.coinbase.com speaks it; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Ask, decimal, json, type Provider, type Route, settle } from "../provider.ts";

const WINDOW_MS = 1_000;
const REQUESTS_MAX = 10;
const DAY_MINUTES = 1_440;
const DAYS_30 = 30;

const product = (market: Market): object => ({
  id: market.symbol,
  base_currency: market.base,
  quote_currency: "USD",
  quote_increment: decimal(1, market.priceDecimals),
  base_increment: decimal(1, market.lotDecimals),
  display_name: `${market.base}-USD`,
  min_market_funds: "1",
  margin_enabled: false,
  post_only: false,
  limit_only: false,
  cancel_only: false,
  status: "online",
  status_message: "",
  trading_disabled: false,
  fx_stablecoin: false,
  max_slippage_percentage: "0.02000000",
  auction_mode: false,
  high_bid_limit_percentage: "",
});

/** Prices and coins of 24 hours; neither quotes, nor a time, nor the value in dollars. */
const stats = (model: Model, market: Market, nowMs: number): object => {
  const day = model.series.rolling(market, nowMs, DAY_MINUTES);
  const price = (ticks: number): string => decimal(ticks, market.priceDecimals);
  const volume = day.volume * market.lot;
  return {
    stats_30day: { volume: (volume * DAYS_30).toFixed(8) },
    stats_24hour: {
      open: price(day.open),
      high: price(day.high),
      low: price(day.low),
      last: price(day.close),
      volume: volume.toFixed(8),
    },
  };
};

const routesOf = (model: Model): Record<string, Route> => {
  const all = (ask: Ask): Market[] => model.markets("coinbase", "spot", ask.nowMs);
  return {
    "/time": (ask) => json({ iso: new Date(ask.nowMs).toISOString(), epoch: ask.nowMs / 1_000 }),
    "/products": (ask) => json(all(ask).map(product)),
    "/products/stats": (ask) =>
      json(Object.fromEntries(all(ask).map((market) => [market.symbol, stats(model, market, ask.nowMs)]))),
  };
};

export const createCoinbase = (model: Model, budget: Budget): Provider => {
  const routes = routesOf(model);
  return {
    id: "coinbase",
    answer: (ask) => {
      const route = routes[ask.path];
      if (!route) return json({ message: "NotFound" }, 404);
      const { used } = budget.spend("ip", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX) return json({ message: "Public rate limit exceeded" }, 429);
      return settle(route, ask);
    },
  };
};

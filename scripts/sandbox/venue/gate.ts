// Gate API v4 as api.gateio.ws speaks it, here USDT perpetuals with times in seconds; everything is simulated.
import type { Budget } from "../limit.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, decimal, json, type Provider, type Route, settle, whole } from "../provider.ts";
import { gateMarketOf, gatePosition, gateSeconds } from "./gate-shared.ts";
import { gateSpotRoutes } from "./gate-spot.ts";
import { gateContractStats } from "./gate-stats.ts";

const WINDOW_MS = 10_000;
/** Per endpoint. */
const REQUESTS_MAX = 200;
const HOUR_S = 3_600;

const contract = (model: Model, market: Market, nowMs: number): Record<string, unknown> => {
  const { derivatives } = model;
  const price = (value: number): string => value.toFixed(market.priceDecimals);
  const next = derivatives.nextFundingMs(market, nowMs);
  const rate = derivatives.fundingRate(market, next, nowMs);
  const position = gatePosition(model, market, nowMs);
  return {
    name: market.symbol,
    type: "direct",
    quanto_multiplier: `${Number(market.contractSize.toPrecision(12))}`,
    ref_discount_rate: "0",
    order_price_deviate: "0.5",
    maintenance_rate: "0.005",
    mark_type: "index",
    last_price: price(model.series.running(market, nowMs).close * market.tick),
    mark_price: price(derivatives.markPrice(market, nowMs)),
    index_price: price(derivatives.indexPrice(market, nowMs)),
    funding_rate_indicative: `${rate}`,
    mark_price_round: decimal(1, market.priceDecimals),
    order_price_round: decimal(1, market.priceDecimals),
    funding_offset: 0,
    in_delisting: false,
    status: "trading",
    risk_limit_base: "1000000",
    risk_limit_step: "1000000",
    risk_limit_max: "8000000",
    interest_rate: "0.0003",
    order_size_min: 1,
    order_size_max: 1_000_000,
    ref_rebate_rate: "0.2",
    taker_fee_rate: "0.00075",
    maker_fee_rate: "-0.0001",
    orders_limit: 50,
    funding_interval: market.fundingHours * HOUR_S,
    funding_rate: `${rate}`,
    funding_next_apply: Math.round(next / 1_000),
    leverage_min: "1",
    leverage_max: "100",
    enable_bonus: true,
    enable_credit: true,
    create_time: Math.floor(market.listedMs / 1_000),
    config_change_time: Math.floor(market.listedMs / 1_000),
    // The long side alone; trade_size counts everything ever traded.
    position_size: position,
    trade_size: position * 2_000,
    trade_id: 1_000_000 + market.index,
    orderbook_id: 2_000_000 + market.index,
    long_users: 1_000,
    short_users: 800,
  };
};

const ticker = (model: Model, market: Market, nowMs: number): Record<string, string> => {
  const day = model.series.rolling(market, nowMs, 1_440);
  const book = model.books.book(market, nowMs, 1);
  const price = (ticks: number): string => decimal(ticks, market.priceDecimals);
  const usdt = day.turnover / 1e4;
  const change = day.open === 0 ? 0 : (day.close / day.open - 1) * 100;
  return {
    contract: market.symbol,
    last: price(day.close),
    low_24h: price(day.low),
    high_24h: price(day.high),
    change_percentage: change.toFixed(2),
    total_size: `${gatePosition(model, market, nowMs)}`,
    // Contracts, then coins, then USDT.
    volume_24h: `${day.volume}`,
    volume_24h_base: (day.volume * market.lot).toFixed(8),
    volume_24h_quote: usdt.toFixed(4),
    volume_24h_settle: usdt.toFixed(4),
    mark_price: model.derivatives.markPrice(market, nowMs).toFixed(market.priceDecimals),
    index_price: model.derivatives.indexPrice(market, nowMs).toFixed(market.priceDecimals),
    funding_rate: `${model.derivatives.fundingRate(market, model.derivatives.nextFundingMs(market, nowMs), nowMs)}`,
    highest_bid: price(book.bids[0]?.[0] ?? 0),
    lowest_ask: price(book.asks[0]?.[0] ?? 0),
    quanto_base_rate: "",
  };
};

/** Settlements, newest first, at most `limit` up to `to`. */
const settlements = (model: Model, ask: Ask): Answer => {
  const market = gateMarketOf(model, ask);
  const step = market.fundingHours * HOUR_S;
  const limit = Math.min(whole(ask.query, "limit") ?? 100, 1_000);
  const nowS = Math.floor(ask.nowMs / 1_000);
  const newest = Math.floor(Math.min(gateSeconds(ask, "to") ?? nowS, nowS) / step) * step;
  const oldest = Math.max(gateSeconds(ask, "from") ?? 0, market.listedMs / 1_000);
  const rows: { r: string; t: number }[] = [];
  for (let at = newest; at >= oldest && rows.length < limit; at -= step)
    rows.push({ r: `${model.derivatives.fundingRate(market, at * 1_000, at * 1_000)}`, t: at });
  return json(rows);
};

const routesOf = (model: Model): Record<string, Route> => {
  const all = (ask: Ask): Market[] => model.markets("gate", "linear", ask.nowMs);
  return {
    ...gateSpotRoutes(model),
    "/api/v4/futures/usdt/funding_rate": (ask) => settlements(model, ask),
    "/api/v4/futures/usdt/contracts": (ask) => json(all(ask).map((market) => contract(model, market, ask.nowMs))),
    "/api/v4/futures/btc/contracts": () => json([]),
    "/api/v4/futures/usdt/tickers": (ask) => json(all(ask).map((market) => ticker(model, market, ask.nowMs))),
    "/api/v4/futures/usdt/contract_stats": (ask) => gateContractStats(model, ask),
  };
};

export const createGate = (model: Model, budget: Budget): Provider => {
  const routes = routesOf(model);
  return {
    id: "gate",
    answer: (ask) => {
      const route = routes[ask.path];
      if (!route) return json({ label: "NOT_FOUND", message: "Not Found" }, 404);
      const { used, endsInMs } = budget.spend(ask.path, 1, WINDOW_MS, ask.wallMs);
      const headers = {
        "x-gate-ratelimit-limit": `${REQUESTS_MAX}`,
        "x-gate-ratelimit-requests-remain": `${Math.max(0, REQUESTS_MAX - used)}`,
        "x-gate-ratelimit-reset-timestamp": `${Math.floor((ask.wallMs + endsInMs) / 1_000)}`,
      };
      if (budget.enforced && used > REQUESTS_MAX)
        return { ...json({ label: "TOO_MANY_REQUESTS", message: "Request Rate limit Exceeded" }, 429), headers };
      return { ...settle(route, ask), headers };
    },
  };
};

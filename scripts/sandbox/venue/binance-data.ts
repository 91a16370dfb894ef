// Binance /futures/data: open interest history and the three ratios of accounts and positions, last 30 days only, ascending.
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import type { RatioKind } from "../model/derivative.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Ask, floorTo, json, type Route } from "../provider.ts";
import { failure, limitOf, marketOf, needText, optionalWhole } from "./binance-shared.ts";

const PERIOD_MINUTES: Record<string, number> = {
  "5m": 5,
  "15m": 15,
  "30m": 30,
  "1h": 60,
  "2h": 120,
  "4h": 240,
  "6h": 360,
  "12h": 720,
  "1d": 1440,
};
const KEPT_MS = 30 * DAY_MS;
const WINDOW_MS = 300_000;
const REQUESTS_MAX = 1000;

export const binanceDataRoutes = (model: Model, budget: Budget): Record<string, Route> => {
  const rows =
    (build: (market: Market, timeMs: number, frame: number) => unknown): Route =>
    (ask: Ask) => {
      const { used } = budget.spend("data", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX) throw failure(-1003, "Too many requests.", 429);
      const market = marketOf(model, "linear", needText(ask, "symbol"), ask.nowMs);
      const frame = PERIOD_MINUTES[needText(ask, "period")];
      if (frame === undefined) throw failure(-1130, "Data sent for parameter 'period' is not valid.");
      const limit = limitOf(ask, 30, 500);
      const start = optionalWhole(ask, "startTime");
      const end = Math.min(optionalWhole(ask, "endTime") ?? ask.nowMs, ask.nowMs);
      if (start !== undefined && start < ask.nowMs - KEPT_MS - frame * MINUTE_MS)
        throw failure(-1130, "parameter 'startTime' is invalid.");
      const step = frame * MINUTE_MS;
      const last = floorTo(end, frame);
      let first = last - (limit - 1) * step;
      // With both ends the newest rows win when the window is longer than the limit.
      if (start !== undefined) first = Math.max(first, Math.ceil(start / step) * step);
      first = Math.max(first, Math.ceil((ask.nowMs - KEPT_MS) / step) * step, market.listedMs);
      const found: unknown[] = [];
      for (let at = first; at <= last; at += step) found.push(build(market, at, frame));
      return json(found);
    };

  const ratio = (kind: RatioKind, long: string, short: string): Route =>
    rows((market, timeMs) => {
      const value = model.derivatives.ratio(market, kind, timeMs);
      return {
        symbol: market.symbol,
        [long]: (value / (1 + value)).toFixed(4),
        longShortRatio: value.toFixed(4),
        [short]: (1 / (1 + value)).toFixed(4),
        timestamp: timeMs,
      };
    });

  return {
    "/futures/data/openInterestHist": rows((market, timeMs) => {
      const coins = model.derivatives.openInterest(market, timeMs);
      return {
        symbol: market.symbol,
        sumOpenInterest: coins.toFixed(8),
        sumOpenInterestValue: (coins * model.derivatives.markPrice(market, timeMs)).toFixed(8),
        timestamp: timeMs,
      };
    }),
    "/futures/data/globalLongShortAccountRatio": ratio("accounts", "longAccount", "shortAccount"),
    "/futures/data/topLongShortAccountRatio": ratio("top-accounts", "longAccount", "shortAccount"),
    "/futures/data/topLongShortPositionRatio": ratio("top-positions", "longAccount", "shortAccount"),
  };
};

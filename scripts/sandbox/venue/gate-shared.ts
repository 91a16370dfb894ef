// Gate v4 refusals, parameters in seconds, windows and contract counts.
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Ask, floorTo, json, refuse, whole } from "../provider.ts";

export const gateFailure = (label: string, message: string, status = 400): Error =>
  refuse(json({ label, message }, status));

export const gateMarketOf = (model: Model, ask: Ask): Market => {
  const name = ask.query.get("contract") ?? "";
  if (name === "") throw gateFailure("MISSING_REQUIRED_PARAM", "Missing required parameter: contract");
  const market = model.market("gate", "linear", name, ask.nowMs);
  if (!market) throw gateFailure("CONTRACT_NOT_FOUND", "contract not found");
  return market;
};

/** Contracts of one side that are open. */
export const gatePosition = (model: Model, market: Market, timeMs: number): number =>
  Math.round(model.derivatives.openInterest(market, timeMs) / market.contractSize);

/** A whole number of seconds, or undefined when absent. */
export const gateSeconds = (ask: Ask, name: string): number | undefined => {
  const value = whole(ask.query, name);
  if (value === undefined) return undefined;
  // Milliseconds, as most venues take them, are a time far ahead here.
  if (!(value >= 0 && value < 1e11)) throw gateFailure("INVALID_PARAM_VALUE", `Invalid request parameter \`${name}\``);
  return value;
};

/** Starts of the windows asked for, oldest first, in milliseconds; the running one is the last. */
export const gateWindows = (ask: Ask, frameMinutes: number): number[] => {
  const limit = Math.min(whole(ask.query, "limit") ?? 30, 100);
  const newest = floorTo(ask.nowMs, frameMinutes);
  const from = gateSeconds(ask, "from");
  const step = frameMinutes * 60_000;
  const first = from === undefined ? newest - (limit - 1) * step : Math.ceil((from * 1_000) / step) * step;
  const count = Math.max(0, Math.min(limit, Math.round((newest - first) / step) + 1));
  return Array.from({ length: count }, (_, index) => first + index * step);
};

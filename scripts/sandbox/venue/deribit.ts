// Deribit's public summary of options as www.deribit.com speaks it; everything here is simulated.
import type { Budget } from "../limit.ts";
import { hash, noise, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, type Route } from "../wire.ts";

const WINDOW_MS = 1_000;
const REQUESTS_MAX = 20;
const DAY_MS = 86_400_000;
const EXPIRY_MS = 8 * 3_600_000;
const WEEKS = [1, 2, 4, 8, 13, 26];
const STEPS = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6];
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
/** Open options in days of turnover over all venues. */
const INTEREST_DAYS = 0.9;

const dayName = (timeMs: number): string => {
  const date = new Date(timeMs);
  return `${date.getUTCDate()}${MONTHS[date.getUTCMonth()]}${date.getUTCFullYear() % 100}`;
};

const options = (model: Model, currency: string, nowMs: number): object[] => {
  const asset = model.assets.find(({ token }) => token.symbol === currency);
  if (!asset) return [];
  const price = Math.exp(model.paths.logUsdAt(asset, nowMs));
  // Holders buy puts when the price has fallen.
  const lean =
    0.66 * Math.exp(0.25 * noise(asset.seed ^ 0x0d, nowMs / (9 * DAY_MS)) - model.basis.change(asset, nowMs, 72));
  const coins = (INTEREST_DAYS * asset.volumeDayUsd) / asset.anchorUsd / (WEEKS.length * STEPS.length);
  const strikeStep = Number(`1e${Math.floor(Math.log10(asset.anchorUsd))}`) / 4;
  const friday = Math.floor((nowMs - DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + DAY_MS + EXPIRY_MS;
  return WEEKS.flatMap((weeks) =>
    STEPS.flatMap((step) =>
      (["P", "C"] as const).map((side) => {
        const strike = Math.round(price / strikeStep + step) * strikeStep;
        const share = unit(hash(asset.seed, weeks, step + 50, side === "P" ? 1 : 2)) * 2;
        const held = coins * share * (side === "P" ? lean : 1);
        return {
          instrument_name: `${currency}-${dayName(friday + weeks * 7 * DAY_MS)}-${strike}-${side}`,
          base_currency: currency,
          quote_currency: currency,
          open_interest: Number(held.toFixed(1)),
          underlying_price: Number(price.toFixed(4)),
          underlying_index: `SYN.${currency}`,
          mark_iv: 55,
          mark_price: 0.02,
          bid_price: null,
          ask_price: null,
          last: null,
          volume: 0,
          creation_timestamp: nowMs,
        };
      }),
    ),
  );
};

const answerOf = (result: unknown, ask: Ask): Answer =>
  json({ jsonrpc: "2.0", result, usIn: ask.nowMs * 1_000, usOut: ask.nowMs * 1_000, usDiff: 0, testnet: false });

export const createDeribit = (model: Model, budget: Budget): Provider => {
  const routes: Record<string, Route> = {
    "/api/v2/public/get_time": (ask) => answerOf(ask.nowMs, ask),
    "/api/v2/public/get_book_summary_by_currency": (ask) =>
      answerOf(
        ask.query.get("kind") === "option" ? options(model, ask.query.get("currency") ?? "", ask.nowMs) : [],
        ask,
      ),
  };
  return {
    id: "deribit",
    answer: (ask) => {
      const route = routes[ask.path];
      if (!route) return json({ jsonrpc: "2.0", error: { code: -32601, message: "Method not found" } }, 400);
      const { used } = budget.spend("ip", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX)
        return json({ jsonrpc: "2.0", error: { code: 10028, message: "too_many_requests" } }, 429);
      return route(ask);
    },
  };
};

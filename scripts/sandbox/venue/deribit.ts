// Deribit's public summary of options and its volatility index as www.deribit.com speaks it; everything here is simulated.
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import type { Asset } from "../model/asset.ts";
import { hash, noise, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, type Route, whole } from "../provider.ts";

const WINDOW_MS = 1_000;
const REQUESTS_MAX = 20;
const RESOLUTIONS_MS: Readonly<Record<string, number>> = {
  "1": 1_000,
  "60": 60_000,
  "3600": HOUR_MS,
  "43200": 43_200_000,
  "1D": DAY_MS,
};
const ROWS_MAX = 1_000;
const EXPIRY_MS = 8 * HOUR_MS;
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

/** Percent a year: it follows how much the coin moved of late, and rises when the price falls. */
const indexAt = (model: Model, asset: Asset, timeMs: number): number => {
  const moved = Math.abs(model.basis.change(asset, timeMs, 24));
  const fallen = Math.max(0, -model.basis.change(asset, timeMs, 72));
  const wander =
    0.18 * noise(asset.seed ^ 0x1f, timeMs / (6 * DAY_MS)) + 0.02 * noise(asset.seed ^ 0x2f, timeMs / 900_000);
  return 48 * Math.exp(wander + 1.5 * fallen + 0.8 * moved);
};

/** `[open time, open, high, low, close]`, oldest first, the running one last. */
const index = (model: Model, ask: Ask): Answer => {
  const asset = model.assets.find(({ token }) => token.symbol === ask.query.get("currency"));
  const [from, to] = [whole(ask.query, "start_timestamp"), whole(ask.query, "end_timestamp")];
  const step = RESOLUTIONS_MS[ask.query.get("resolution") ?? ""];
  if (!asset || !["BTC", "ETH"].includes(asset.token.symbol) || !from || !to || !step)
    return json({ jsonrpc: "2.0", error: { code: -32602, message: "Invalid params" } }, 400);
  const end = Math.min(to, ask.nowMs);
  const first = Math.ceil(Math.max(from, end - ROWS_MAX * step) / step);
  const count = Math.max(0, Math.floor(end / step) - first + 1);
  const data = Array.from({ length: count }, (_, at) => {
    const start = (first + at) * step;
    const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.min(start + share * step, end));
    const values = marks.map((mark) => Number(indexAt(model, asset, mark).toFixed(2)));
    return [start, values[0], Math.max(...values), Math.min(...values), values.at(-1)];
  });
  return answerOf({ data, continuation: null }, ask);
};

const answerOf = (result: unknown, ask: Ask): Answer =>
  json({ jsonrpc: "2.0", result, usIn: ask.nowMs * 1_000, usOut: ask.nowMs * 1_000, usDiff: 0, testnet: false });

export const createDeribit = (model: Model, budget: Budget): Provider => {
  const routes: Record<string, Route> = {
    "/api/v2/public/get_volatility_index_data": (ask) => index(model, ask),
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

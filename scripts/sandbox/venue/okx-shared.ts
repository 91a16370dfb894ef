// OKX v5 envelopes, parameters, bars and paging.
import { HOUR_MS } from "../../../schema/duration.ts";
import type { Market, MarketKind } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, refuse, whole } from "../provider.ts";

export const data = (rows: unknown): Answer => json({ code: "0", msg: "", data: rows });

export const failure = (code: string, msg: string, status = 200): Error =>
  refuse(json({ code, msg, data: [] }, status));

export const numberOf = (ask: Ask, name: string): number | undefined => {
  const value = whole(ask.query, name);
  if (value !== undefined && !(value >= 0)) throw failure("51000", `Parameter ${name} error`, 400);
  return value;
};

export const limitOf = (ask: Ask, normal: number, max: number, name = "limit"): number =>
  Math.max(1, Math.min(numberOf(ask, name) ?? normal, max));

const kindOf = (instId: string): MarketKind => (instId.endsWith("-SWAP") ? "linear" : "spot");

export const marketOf = (model: Model, ask: Ask, instId = ask.query.get("instId") ?? ""): Market => {
  if (instId === "") throw failure("50014", "Parameter instId can not be empty", 400);
  const market = model.market("okx", kindOf(instId), instId, ask.nowMs);
  if (!market) throw failure("51001", "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
  return market;
};

const HONG_KONG_MS = 8 * HOUR_MS;

// Bars of six hours and more open on Hong Kong midnight unless the name ends in "utc".
const BARS: Record<string, number> = {
  "1m": 1,
  "3m": 3,
  "5m": 5,
  "15m": 15,
  "30m": 30,
  "1H": 60,
  "2H": 120,
  "4H": 240,
  "6H": 360,
  "12H": 720,
  "1D": 1440,
  "3D": 4320,
  "1W": 10_080,
};

export const barOf = (ask: Ask): { minutes: number; shiftMs: number } => {
  const name = ask.query.get("bar") ?? "1m";
  const utc = name.endsWith("utc");
  const minutes = BARS[utc ? name.slice(0, -3) : name];
  if (minutes === undefined || (utc && minutes < 360)) throw failure("51000", "Parameter bar error", 400);
  return { minutes, shiftMs: minutes >= 360 && !utc ? HONG_KONG_MS : 0 };
};

/** Rows newest first: strictly older than `after`, strictly newer than `before`, the newest `limit` of those. */
export const pageOf = (ask: Ask, newestMs: number, oldestMs: number, stepMs: number, limit: number): number[] => {
  const after = numberOf(ask, "after");
  const before = numberOf(ask, "before");
  let at = newestMs;
  if (after !== undefined && after <= at) at = newestMs - Math.ceil((newestMs - after + 1) / stepMs) * stepMs;
  const floor = Math.max(oldestMs, before === undefined ? oldestMs : before + 1);
  const found: number[] = [];
  for (; at >= floor && found.length < limit; at -= stepMs) found.push(at);
  return found;
};

const PERIODS: Record<string, number> = {
  "5m": 5,
  "15m": 15,
  "30m": 30,
  "1H": 60,
  "2H": 120,
  "4H": 240,
  "6H": 360,
  "12H": 720,
  "1D": 1440,
};
const RUBIK_ROWS_MAX = 1440;

/** Instants of a rubik statistic, newest first, between begin and end, no further back than 1,440 rows. */
export const rubikInstants = (ask: Ask, limitMax: number): { instants: number[]; frame: number } => {
  const frame = PERIODS[ask.query.get("period") ?? "5m"];
  if (frame === undefined) throw failure("51000", "Parameter period error", 400);
  const step = frame * 60_000;
  const newest = Math.floor(Math.min(numberOf(ask, "end") ?? ask.nowMs, ask.nowMs) / step) * step;
  const kept = Math.floor(ask.nowMs / step) * step - (RUBIK_ROWS_MAX - 1) * step;
  const oldest = Math.max(kept, numberOf(ask, "begin") ?? kept);
  const limit = limitOf(ask, limitMax, limitMax);
  const instants: number[] = [];
  for (let at = newest; at >= oldest && instants.length < limit; at -= step) instants.push(at);
  return { instants, frame };
};

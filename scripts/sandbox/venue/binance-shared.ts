// What both Binance surfaces share: error bodies, parameters, candle windows and rows, request weights.
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import type { PriceKind } from "../model/basis.ts";
import type { Market } from "../model/market.ts";
import type { Candle } from "../model/minute.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, ceilTo, decimal, floorTo, json, raw, refuse, whole } from "../provider.ts";

const FRAME_MINUTES: Readonly<Record<string, number>> = {
  "1m": 1,
  "3m": 3,
  "5m": 5,
  "15m": 15,
  "30m": 30,
  "1h": 60,
  "2h": 120,
  "4h": 240,
  "6h": 360,
  "8h": 480,
  "12h": 720,
  "1d": 1440,
  "3d": 4320,
  "1w": 10_080,
};

export const failure = (code: number, msg: string, status = 400): Error => refuse(json({ code, msg }, status));

export const needText = (ask: Ask, name: string): string => {
  const text = ask.query.get(name);
  if (text === null || text === "")
    throw failure(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
  return text;
};

export const optionalWhole = (ask: Ask, name: string): number | undefined => {
  const value = whole(ask.query, name);
  if (value !== undefined && !(value >= 0))
    throw failure(-1100, `Illegal characters found in parameter '${name}'; legal range is '^[0-9]{1,20}$'.`);
  return value;
};

export const marketOf = (model: Model, kind: "spot" | "linear", symbol: string, nowMs: number): Market => {
  const market = model.market("binance", kind, symbol, nowMs);
  if (!market) throw failure(-1121, "Invalid symbol.");
  return market;
};

const frameOf = (ask: Ask, name = "interval"): number => {
  const minutes = FRAME_MINUTES[needText(ask, name)];
  if (minutes === undefined) throw failure(-1120, "Invalid interval.");
  return minutes;
};

/** Ascending window: from startTime when given, else the newest `limit` up to endTime. */
const windowOf = (ask: Ask, frame: number, limit: number): { startMs: number; count: number } => {
  const start = optionalWhole(ask, "startTime");
  const end = Math.min(optionalWhole(ask, "endTime") ?? ask.nowMs, ask.nowMs);
  const step = frame * MINUTE_MS;
  const last = floorTo(end, frame);
  if (start === undefined) return { startMs: last - (limit - 1) * step, count: limit };
  const first = ceilTo(start, frame);
  return { startMs: first, count: Math.max(0, Math.min(limit, Math.floor((last - first) / step) + 1)) };
};

export const limitOf = (ask: Ask, normal: number, max: number): number => {
  const limit = optionalWhole(ask, "limit") ?? normal;
  if (limit < 1) throw failure(-1130, "Data sent for parameter 'limit' is not valid.");
  return Math.min(limit, max);
};

// Called for millions of rows: a function made inside would cost more than the row.
const row = (market: Market, candle: Candle, closeMs: number, places: number, bare: boolean): string => {
  const { priceDecimals, lotDecimals } = market;
  const open = decimal(candle.open, priceDecimals, places);
  const high = decimal(candle.high, priceDecimals, places);
  const low = decimal(candle.low, priceDecimals, places);
  const close = decimal(candle.close, priceDecimals, places);
  const prices = `[${candle.openMs},"${open}","${high}","${low}","${close}"`;
  if (bare) return `${prices},"0",${closeMs},"0",60,"0","0","0"]`;
  const turnover = decimal(candle.turnover, 4, places);
  const taker = decimal(candle.takerTurnover, 4, places);
  const volume = decimal(candle.volume, lotDecimals, places);
  const takerVolume = decimal(candle.takerVolume, lotDecimals, places);
  return `${prices},"${volume}",${closeMs},"${turnover}",${candle.trades},"${takerVolume}","${taker}","0"]`;
};

/** The klines of either surface; the last row is the running candle whenever the window reaches now. */
export const klines = (
  model: Model,
  ask: Ask,
  market: Market,
  price: PriceKind,
  limitMax: number,
  places: number,
): Answer => {
  const frame = frameOf(ask);
  const { startMs, count } = windowOf(ask, frame, limitOf(ask, 500, limitMax));
  const step = frame * MINUTE_MS;
  const rows = model.series.candles(market, price, frame, startMs, count, ask.nowMs);
  const bare = price !== "trade";
  return raw(`[${rows.map((candle) => row(market, candle, candle.openMs + step - 1, places, bare)).join(",")}]`);
};

/** Adds the weight headers; over the limit of an enforced budget answers 429, and 418 to a caller that goes on. */
export const weighed = (
  budget: Budget,
  bucket: string,
  weight: number,
  weightMax: number,
  ask: Ask,
  run: () => Answer,
): Answer => {
  const { used, endsInMs } = budget.spend(bucket, weight, MINUTE_MS, ask.wallMs);
  const headers = { "x-mbx-used-weight": `${used}`, "x-mbx-used-weight-1m": `${used}` };
  if (!budget.enforced || used <= weightMax) {
    const answer = run();
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }
  const banned = used > 1.5 * weightMax;
  const waitS = Math.ceil(endsInMs / 1000) + (banned ? 120 : 0);
  const msg = banned
    ? `Way too much request weight used; IP banned until ${ask.wallMs + waitS * 1000}. Please use WebSocket Streams for live updates to avoid bans.`
    : `Too much request weight used; current limit is ${weightMax} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`;
  return { ...json({ code: -1003, msg }, banned ? 418 : 429), headers: { ...headers, "retry-after": `${waitS}` } };
};

export const percent = (from: number, to: number): string =>
  from === 0 ? "0.000" : (100 * (to / from - 1)).toFixed(3);

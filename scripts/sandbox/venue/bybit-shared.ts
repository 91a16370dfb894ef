// Bybit v5 envelopes, parameters and windows.
import type { Market, MarketKind } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, raw, refuse, whole } from "../provider.ts";

export const envelope = (result: unknown, ask: Ask, extra: Record<string, unknown> = {}): Answer =>
  json({ retCode: 0, retMsg: "OK", result, retExtInfo: {}, time: ask.nowMs, ...extra });

/** The same envelope around rows that are already text. */
export const envelopeRows = (head: Record<string, string>, rows: readonly string[], ask: Ask): Answer =>
  raw(
    `{"retCode":0,"retMsg":"OK","result":${JSON.stringify(head).slice(0, -1)},"list":[${rows.join(",")}]},"retExtInfo":{},"time":${ask.nowMs}}`,
  );

export const failure = (retCode: number, retMsg: string, ask: Ask): Error =>
  refuse(json({ retCode, retMsg, result: {}, retExtInfo: {}, time: ask.nowMs }));

export const categoryOf = (ask: Ask, normal?: MarketKind): MarketKind => {
  const category = ask.query.get("category") ?? normal;
  if (category === "spot" || category === "linear") return category;
  throw failure(10001, "params error: Category is invalid", ask);
};

export const marketOf = (model: Model, ask: Ask, kind: MarketKind): Market => {
  const symbol = ask.query.get("symbol") ?? "";
  const market = model.market("bybit", kind, symbol, ask.nowMs);
  if (!market) throw failure(10001, symbol === "" ? "params error: Symbol Is Required" : "Not supported symbols", ask);
  return market;
};

const numberOf = (ask: Ask, name: string): number | undefined => {
  const value = whole(ask.query, name);
  if (value !== undefined && !(value >= 0)) throw failure(10001, `params error: ${name} invalid`, ask);
  return value;
};

export const limitOf = (ask: Ask, normal: number, max: number): number =>
  Math.max(1, Math.min(numberOf(ask, "limit") ?? normal, max));

/**
 * Grid instants of a window, newest first as the venue sends them: from the start when only a start is given,
 * else the newest `limit` up to the end.
 */
export const instantsOf = (ask: Ask, names: readonly [string, string], stepMs: number, limit: number): number[] => {
  const start = numberOf(ask, names[0]);
  const end = numberOf(ask, names[1]);
  const last = Math.floor(Math.min(end ?? ask.nowMs, ask.nowMs) / stepMs) * stepMs;
  const first = start === undefined ? last - (limit - 1) * stepMs : Math.ceil(start / stepMs) * stepMs;
  const top = start !== undefined && end === undefined ? Math.min(last, first + (limit - 1) * stepMs) : last;
  const found: number[] = [];
  for (let at = top; at >= first && found.length < limit; at -= stepMs) found.push(at);
  return found;
};

// Candles of hours long past: they open and close where their minutes do, but range and volume are not added up minute by minute.
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { Basis } from "./basis.ts";
import { DAY_MINUTES } from "./event.ts";
import { hash, mix, unit } from "./hash.ts";
import type { Market } from "./market.ts";
import { type Candle, nearTicks } from "./minute.ts";
import type { Paths } from "./path.ts";

const HOUR_MINUTES = 60;
const TURNOVER_SCALE = 10_000;
/** Share of a minute's usual turnover that trades come to, and how far a minute reaches beyond its ends. */
const USUAL = 0.9;
const REACH = 1;

/** The hour that begins at `index` hours since 1970; near what its sixty minutes add up to, not equal. */
export function farHour(paths: Paths, basis: Basis, market: Market, index: number): Candle {
  const first = index * HOUR_MINUTES;
  const last = first + HOUR_MINUTES - 1;
  const day = Math.floor(first / DAY_MINUTES);
  const path = paths.day(market.asset, day);
  const marks = basis.offsets(market, "trade", day);
  const k = first - day * DAY_MINUTES;
  const scale = market.multiplier / market.tick;
  const end = k + HOUR_MINUTES;
  const from = scale * Math.exp((path.log[k] ?? 0) + basis.at(marks, k));
  const to = scale * Math.exp((path.log[end] ?? 0) + basis.at(marks, end));
  const open = nearTicks(market, from, hash(market.seed, first));
  const close = nearTicks(market, to, mix(hash(market.seed, last) ^ 0x2545f491));
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  let activity = 0;
  for (let at = k; at < k + HOUR_MINUTES; at += 1) {
    const here = path.log[at] ?? 0;
    top = Math.max(top, here + REACH * (path.up[at] ?? 0));
    bottom = Math.min(bottom, here - REACH * (path.down[at] ?? 0));
    activity += path.activity[at] ?? 0;
  }
  const offset = basis.at(marks, k + HOUR_MINUTES / 2);
  const high = Math.max(open, close, Math.round(scale * Math.exp(top + offset)));
  const low = Math.max(1, Math.min(open, close, Math.round(scale * Math.exp(bottom + offset))));
  const mean = (open + high + low + close) / 4;
  const usd = (market.volumeDayUsd / DAY_MINUTES) * USUAL * activity;
  const volume = Math.max(HOUR_MINUTES, Math.floor(usd / (mean * market.tick * market.lot)));
  const turnover = Math.max(1, Math.round(volume * market.lot * mean * market.tick * TURNOVER_SCALE));
  const taken = 0.45 + 0.1 * unit(hash(market.seed, index, 33));
  return {
    openMs: first * MINUTE_MS,
    open,
    high,
    low,
    close,
    volume,
    turnover,
    trades: HOUR_MINUTES + Math.floor(usd / 650),
    takerVolume: Math.floor(volume * taken),
    takerTurnover: Math.floor(turnover * taken),
  };
}

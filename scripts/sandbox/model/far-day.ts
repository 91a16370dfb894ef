// Spot candles of days long past: they open and close where the minutes do, but range and volume come from one draw.
import { MINUTE_MS } from "../../../schema/duration.ts";
import { DAY_MINUTES } from "./event.ts";
import { hash, mix, NORMAL, unit } from "./hash.ts";
import type { Market } from "./market.ts";
import { type Candle, nearTicks } from "./minute.ts";

/**
 * Days older than this are not added up from minutes: two years of them would take a provider's whole start. Their
 * range and volume are near what hours of the same day add up to, not equal.
 */
export const FAR_DAYS = 35;
const TURNOVER_SCALE = 10_000;
const RANGE_VOLATILITY = 0.016;

/** `from` and `to` are the prices of the day's two boundaries in ticks. */
export function farDay(market: Market, day: number, from: number, to: number): Candle {
  const first = day * DAY_MINUTES;
  const last = first + DAY_MINUTES - 1;
  const open = nearTicks(market, from, hash(market.seed, first));
  const close = nearTicks(market, to, mix(hash(market.seed, last) ^ 0x2545f491));
  const draw = hash(market.seed, day, 31);
  const range = RANGE_VOLATILITY * (market.asset.token.stablecoin ? 0.02 : 1);
  const up = range * Math.abs(NORMAL[(draw >>> 20) & 4095] ?? 0);
  const down = range * Math.abs(NORMAL[(draw >>> 8) & 4095] ?? 0);
  const high = Math.round(Math.max(open, close) * (1 + up));
  const low = Math.max(1, Math.round(Math.min(open, close) * (1 - down)));
  const mean = (open + high + low + close) / 4;
  const usd = market.volumeDayUsd * (0.6 + 0.8 * unit(mix(draw)));
  const volume = Math.max(1, Math.floor(usd / (mean * market.tick * market.lot)));
  const turnover = Math.max(1, Math.round(volume * market.lot * mean * market.tick * TURNOVER_SCALE));
  const taken = 0.45 + 0.1 * unit(mix(draw ^ 0x1b873593));
  return {
    openMs: first * MINUTE_MS,
    open,
    high,
    low,
    close,
    volume,
    turnover,
    trades: DAY_MINUTES + Math.floor(usd / 650),
    takerVolume: Math.floor(volume * taken),
    takerTurnover: Math.floor(turnover * taken),
  };
}

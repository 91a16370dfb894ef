// Minute candles of one instrument, generated from the token's path and the venue's offset, and how they add and are cut.
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { Basis, PriceKind } from "./basis.ts";
import { DAY_MINUTES } from "./event.ts";
import { hash, mix, unit } from "./hash.ts";
import type { Market } from "./market.ts";
import type { DayPath, Paths } from "./path.ts";

/** A candle in integers: prices in ticks, volumes in lots, turnover in 1/10,000 USDT, so that sums are exact. */
export type Candle = {
  openMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  turnover: number;
  trades: number;
  takerVolume: number;
  takerTurnover: number;
};

const TURNOVER_SCALE = 10_000;

export type Sink = (candle: Candle) => void;

export const emptyAt = (openMs: number): Candle => ({
  openMs,
  open: 0,
  high: 0,
  low: 0,
  close: 0,
  volume: 0,
  turnover: 0,
  trades: 0,
  takerVolume: 0,
  takerTurnover: 0,
});

export const add = (into: Candle, candle: Candle): void => {
  if (into.trades === 0) {
    into.open = candle.open;
    into.high = candle.high;
    into.low = candle.low;
  } else {
    if (candle.high > into.high) into.high = candle.high;
    if (candle.low < into.low) into.low = candle.low;
  }
  into.close = candle.close;
  into.volume += candle.volume;
  into.turnover += candle.turnover;
  into.trades += candle.trades;
  into.takerVolume += candle.takerVolume;
  into.takerTurnover += candle.takerTurnover;
};

const leg = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);

/** How a finished minute looked `f` of the way through: open, then one extreme, then the other, then the close. */
export const cut = (full: Candle, f: number, draw: number): Candle => {
  const first = 0.15 + 0.25 * unit(draw);
  const second = 0.55 + 0.3 * unit(mix(draw));
  const highFirst = (draw & 1) === 1;
  const [a, b] = highFirst ? [full.high, full.low] : [full.low, full.high];
  let close: number;
  let seen: number[];
  if (f < first) {
    close = leg(full.open, a, f / first);
    seen = [full.open];
  } else if (f < second) {
    close = leg(a, b, (f - first) / (second - first));
    seen = [full.open, a];
  } else {
    close = leg(b, full.close, (f - second) / (1 - second));
    seen = [full.open, a, b];
  }
  const volume = Math.max(1, Math.floor(full.volume * f));
  const takerVolume = Math.min(volume, Math.floor(full.takerVolume * f));
  const turnover = Math.max(1, Math.round((full.turnover * volume) / full.volume));
  return {
    openMs: full.openMs,
    open: full.open,
    high: Math.max(close, ...seen),
    low: Math.min(close, ...seen),
    close,
    volume,
    turnover,
    trades: Math.max(1, Math.floor(full.trades * f)),
    takerVolume,
    takerTurnover: Math.floor((turnover * takerVolume) / volume),
  };
};

/** A price in ticks as it trades near it: off by a part of the spread. */
export const nearTicks = (market: Market, ticks: number, draw: number): number =>
  Math.max(1, Math.round(ticks * (1 + market.halfSpread * (unit(draw) - 0.5))));

/** One traded minute between two boundary prices in ticks, written into a candle. */
const tradeMinute = (
  into: Candle,
  market: Market,
  path: DayPath,
  k: number,
  minute: number,
  start: number,
  next: number,
): Candle => {
  const { tick, lot } = market;
  const draw = hash(market.seed, minute);
  const more = mix(draw ^ 0x2545f491);
  const open = nearTicks(market, start, draw);
  const close = nearTicks(market, next, more);
  const shape = 0.8 + 0.4 * ((draw & 1023) / 1023);
  const up = path.up[k] ?? 0;
  const down = path.down[k] ?? 0;
  const top = Math.max(open, close);
  const high = Math.round(top * (1 + shape * up));
  const low = Math.max(1, Math.round(Math.min(open, close) * (1 - shape * down)));
  const mean = (open + high + low + close) / 4;
  const usual = (market.volumeDayUsd / DAY_MINUTES) * 0.9;
  const usd = usual * (path.activity[k] ?? 0) * (0.6 + 0.8 * ((more & 1023) / 1023));
  const volume = Math.max(1, Math.floor(usd / (mean * tick * lot)));
  const move = (close - open) / (top * (up + down + 1e-5));
  const takerVolume = Math.floor(volume * (0.5 + 0.28 * Math.tanh(0.5 * move) + 0.12 * (unit(mix(more)) - 0.5)));
  const turnover = Math.max(1, Math.round(volume * lot * mean * tick * TURNOVER_SCALE));
  into.openMs = minute * MINUTE_MS;
  into.open = open;
  into.high = high;
  into.low = low;
  into.close = close;
  into.volume = volume;
  into.turnover = turnover;
  into.trades = 1 + Math.floor(usd / 650);
  into.takerVolume = takerVolume;
  into.takerTurnover = Math.floor((turnover * takerVolume) / volume);
  return into;
};

/** One minute of a computed price, written into a candle: no volume, no jitter. */
const quoteMinute = (into: Candle, path: DayPath, k: number, minute: number, start: number, next: number): Candle => {
  into.openMs = minute * MINUTE_MS;
  into.open = Math.max(1, Math.round(start));
  into.close = Math.max(1, Math.round(next));
  into.high = Math.round(Math.max(into.open, into.close) * (1 + (path.up[k] ?? 0)));
  into.low = Math.max(1, Math.round(Math.min(into.open, into.close) * (1 - (path.down[k] ?? 0))));
  into.trades = 1;
  // It may have been a traded minute before.
  into.volume = into.turnover = into.takerVolume = into.takerTurnover = 0;
  return into;
};

/**
 * Every minute of [fromMinute, toMinute), a day of the path at a time so that no row costs a look-up. Whoever only adds
 * them up gives one candle that each is written into: its ten numbers are then made once, not for every minute.
 */
export const generateMinutes = (
  paths: Paths,
  basis: Basis,
  market: Market,
  price: PriceKind,
  fromMinute: number,
  toMinute: number,
  sink: Sink,
  reused?: Candle,
): void => {
  const scale = market.multiplier / market.tick;
  for (let minute = fromMinute; minute < toMinute; ) {
    const day = Math.floor(minute / DAY_MINUTES);
    const path = paths.day(market.asset, day);
    const marks = basis.offsets(market, price, day);
    const end = Math.min(toMinute, (day + 1) * DAY_MINUTES);
    let k = minute - day * DAY_MINUTES;
    let start = scale * Math.exp((path.log[k] ?? 0) + basis.at(marks, k));
    for (; minute < end; minute++, k++) {
      const next = scale * Math.exp((path.log[k + 1] ?? 0) + basis.at(marks, k + 1));
      const into = reused ?? emptyAt(0);
      sink(
        price === "trade"
          ? tradeMinute(into, market, path, k, minute, start, next)
          : quoteMinute(into, path, k, minute, start, next),
      );
      start = next;
    }
  }
};

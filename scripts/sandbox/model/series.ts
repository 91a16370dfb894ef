// Candles of one instrument: minutes from the token's path plus the venue's own offset, everything longer by adding minutes.

import type { Basis } from "./basis.ts";
import { createCache } from "./cache.ts";
import { DAY_MINUTES } from "./event.ts";
import { hash, mix, unit } from "./hash.ts";
import type { Market } from "./market.ts";
import type { Paths } from "./path.ts";

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

/** "trade" is what was traded; "index" the common price without venue offset; "mark" index plus perpetual premium. */
export type PriceKind = "trade" | "index" | "mark";

export type Series = {
  /** Closed and running candles from startMs (aligned), at most `count`, none after nowMs or before the listing. */
  candles(
    market: Market,
    price: PriceKind,
    frameMinutes: number,
    startMs: number,
    count: number,
    nowMs: number,
  ): Candle[];
  /** The candle over the 1,440 minutes that end with the running one. */
  rolling(market: Market, nowMs: number, minutes: number): Candle;
  /** The running minute as far as it has come; its close is the last price. */
  running(market: Market, nowMs: number): Candle;
};

const MINUTE_MS = 60_000;
const TURNOVER_SCALE = 10_000;

type Sink = (candle: Candle) => void;

const emptyAt = (openMs: number): Candle => ({
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

const add = (into: Candle, candle: Candle): void => {
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

/** How a finished minute looked `f` of the way through: open, then one extreme, then the other, then the close. */
const cut = (full: Candle, f: number, draw: number): Candle => {
  const first = 0.15 + 0.25 * unit(draw);
  const second = 0.55 + 0.3 * unit(mix(draw));
  const highFirst = (draw & 1) === 1;
  const [a, b] = highFirst ? [full.high, full.low] : [full.low, full.high];
  const leg = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);
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
  const part = (value: number): number => Math.floor(value * f);
  const volume = Math.max(1, part(full.volume));
  const takerVolume = Math.min(volume, part(full.takerVolume));
  const turnover = Math.max(1, Math.round((full.turnover * volume) / full.volume));
  return {
    openMs: full.openMs,
    open: full.open,
    high: Math.max(close, ...seen),
    low: Math.min(close, ...seen),
    close,
    volume,
    turnover,
    trades: Math.max(1, part(full.trades)),
    takerVolume,
    takerTurnover: Math.floor((turnover * takerVolume) / volume),
  };
};

export const createSeries = (paths: Paths, basis: Basis): Series => {
  const hours = createCache<Candle>(60_000);

  // The one generator of minutes. Runs over whole days of the token's path so that a request costs no look-ups per row.
  const minutes = (market: Market, price: PriceKind, fromMinute: number, toMinute: number, sink: Sink): void => {
    const { asset, seed, tick, lot } = market;
    const trade = price === "trade";
    const jitter = trade ? market.halfSpread : 0;
    const scale = market.multiplier / tick;
    const usdPerMinute = (market.volumeDayUsd / DAY_MINUTES) * 0.9;
    let minute = fromMinute;
    while (minute < toMinute) {
      const day = Math.floor(minute / DAY_MINUTES);
      const path = paths.day(asset, day);
      const offset = basis.offsets(market, price, day);
      const end = Math.min(toMinute, (day + 1) * DAY_MINUTES);
      let k = minute - day * DAY_MINUTES;
      let start = scale * Math.exp((path.log[k] ?? 0) + basis.at(offset, k));
      for (; minute < end; minute++, k++) {
        const next = scale * Math.exp((path.log[k + 1] ?? 0) + basis.at(offset, k + 1));
        const draw = hash(seed, minute);
        const more = mix(draw ^ 0x2545f491);
        const open = Math.max(1, Math.round(start * (1 + jitter * (unit(draw) - 0.5))));
        const close = Math.max(1, Math.round(next * (1 + jitter * (unit(more) - 0.5))));
        const shape = 0.8 + 0.4 * ((draw & 1023) / 1023);
        const top = open > close ? open : close;
        const bottom = open > close ? close : open;
        const high = Math.round(top * (1 + shape * (path.up[k] ?? 0)));
        const low = Math.max(1, Math.round(bottom * (1 - shape * (path.down[k] ?? 0))));
        start = next;
        if (!trade) {
          sink({ ...emptyAt(minute * MINUTE_MS), open, high, low, close, trades: 1 });
          continue;
        }
        const mean = (open + high + low + close) / 4;
        const usd = usdPerMinute * (path.activity[k] ?? 0) * (0.6 + 0.8 * ((more & 1023) / 1023));
        const volume = Math.max(1, Math.floor(usd / (mean * tick * lot)));
        const move = (close - open) / (top * ((path.up[k] ?? 0) + (path.down[k] ?? 0) + 1e-5));
        const taker = 0.5 + 0.28 * Math.tanh(0.5 * move) + 0.12 * (unit(mix(more)) - 0.5);
        const takerVolume = Math.floor(volume * taker);
        const turnover = Math.max(1, Math.round(volume * lot * mean * tick * TURNOVER_SCALE));
        sink({
          openMs: minute * MINUTE_MS,
          open,
          high,
          low,
          close,
          volume,
          turnover,
          trades: 1 + Math.floor(usd / 650),
          takerVolume,
          takerTurnover: Math.floor((turnover * takerVolume) / volume),
        });
      }
    }
  };

  const hour = (market: Market, price: PriceKind, index: number): Candle => {
    const salt = price === "trade" ? 0 : price === "index" ? 1 : 2;
    return hours.get((index * 4 + salt) * 1000 + market.index, () => {
      const sum = emptyAt(index * 60 * MINUTE_MS);
      minutes(market, price, index * 60, index * 60 + 60, (candle) => add(sum, candle));
      return sum;
    });
  };

  const runningOf = (market: Market, price: PriceKind, nowMs: number): Candle => {
    const minute = Math.floor(nowMs / MINUTE_MS);
    let full = emptyAt(minute * MINUTE_MS);
    minutes(market, price, minute, minute + 1, (candle) => {
      full = candle;
    });
    return price === "trade"
      ? cut(full, nowMs / MINUTE_MS - minute, hash(market.seed, minute, 3))
      : {
          ...cut({ ...full, volume: 1 }, nowMs / MINUTE_MS - minute, hash(market.seed, minute, 3)),
          volume: 0,
          turnover: 0,
        };
  };

  // Adds minutes [from, to) into one candle, whole hours from the cache; a running last minute is cut at nowMs.
  const sum = (market: Market, price: PriceKind, from: number, to: number, nowMs: number): Candle => {
    const total = emptyAt(from * MINUTE_MS);
    const into: Sink = (candle) => add(total, candle);
    const closed = Math.min(to, Math.floor(nowMs / MINUTE_MS));
    let minute = from;
    while (minute < closed) {
      if (minute % 60 === 0 && minute + 60 <= closed) {
        add(total, hour(market, price, minute / 60));
        minute += 60;
        continue;
      }
      const stop = Math.min(closed, Math.floor(minute / 60) * 60 + 60);
      minutes(market, price, minute, stop, into);
      minute = stop;
    }
    if (closed < to) add(total, runningOf(market, price, nowMs));
    return total;
  };

  const firstMinute = (market: Market): number => Math.floor(market.listedMs / MINUTE_MS);

  return {
    candles(market, price, frameMinutes, startMs, count, nowMs) {
      const found: Candle[] = [];
      const running = Math.floor(nowMs / MINUTE_MS);
      const listed = firstMinute(market);
      let from = startMs / MINUTE_MS;
      if (from + frameMinutes <= listed) from += Math.floor((listed - from) / frameMinutes) * frameMinutes;
      if (frameMinutes === 1) {
        const closed = Math.min(from + count, running);
        if (from < closed) minutes(market, price, from, closed, (candle) => found.push(candle));
        if (found.length < count && from + found.length === running) found.push(runningOf(market, price, nowMs));
        return found;
      }
      for (; found.length < count && from <= running; from += frameMinutes) {
        const candle = sum(market, price, Math.max(from, listed), Math.min(from + frameMinutes, running + 1), nowMs);
        candle.openMs = from * MINUTE_MS;
        found.push(candle);
      }
      return found;
    },
    rolling: (market, nowMs, minutesBack) => {
      const running = Math.floor(nowMs / MINUTE_MS);
      return sum(market, "trade", Math.max(running - minutesBack + 1, firstMinute(market)), running + 1, nowMs);
    },
    running: (market, nowMs) => runningOf(market, "trade", nowMs),
  };
};

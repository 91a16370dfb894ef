// Candles of one instrument: minutes from the token's path plus the venue's own offset, everything longer by adding minutes.
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { Basis, PriceKind } from "./basis.ts";
import { createCache, grown, MARKETS_MAX } from "./cache.ts";
import { DAY_MINUTES } from "./event.ts";
import { FAR_DAYS, farDay } from "./far-day.ts";
import { farHour } from "./far-hour.ts";
import { hash } from "./hash.ts";
import type { Market } from "./market.ts";
import { add, type Candle, cut, emptyAt, generateMinutes, type Sink } from "./minute.ts";
import type { Paths } from "./path.ts";

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

export const createSeries = (paths: Paths, basis: Basis, tokens: number): Series => {
  const hours = createCache<Candle>(grown(60_000, tokens));

  const minutes = (market: Market, price: PriceKind, fromMinute: number, toMinute: number, sink: Sink): void =>
    generateMinutes(paths, basis, market, price, fromMinute, toMinute, sink);

  const passing = emptyAt(0);
  const addMinutes = (market: Market, price: PriceKind, fromMinute: number, toMinute: number, into: Candle): void =>
    generateMinutes(paths, basis, market, price, fromMinute, toMinute, (candle) => add(into, candle), passing);

  /** Days before this one count as long past. */
  const farUntilDay = (nowMs: number): number => Math.floor(nowMs / MINUTE_MS / DAY_MINUTES) - FAR_DAYS;

  const hour = (market: Market, price: PriceKind, index: number, nowMs: number): Candle => {
    const far = price === "trade" && index * 60 < farUntilDay(nowMs) * DAY_MINUTES;
    const salt = far ? 3 : price === "trade" ? 0 : price === "index" ? 1 : 2;
    return hours.get((index * 4 + salt) * MARKETS_MAX + market.index, () => {
      if (far) return farHour(paths, basis, market, index);
      const sum = emptyAt(index * 60 * MINUTE_MS);
      addMinutes(market, price, index * 60, index * 60 + 60, sum);
      return sum;
    });
  };

  const runningOf = (market: Market, price: PriceKind, nowMs: number): Candle => {
    const minute = Math.floor(nowMs / MINUTE_MS);
    let full = emptyAt(minute * MINUTE_MS);
    minutes(market, price, minute, minute + 1, (candle) => {
      full = candle;
    });
    const draw = hash(market.seed, minute, 3);
    const f = nowMs / MINUTE_MS - minute;
    return price === "trade" ? cut(full, f, draw) : { ...cut({ ...full, volume: 1 }, f, draw), volume: 0, turnover: 0 };
  };

  // Adds minutes [from, to) into one candle, whole hours from the cache; a running last minute is cut at nowMs.
  const sum = (market: Market, price: PriceKind, from: number, to: number, nowMs: number): Candle => {
    const total = emptyAt(from * MINUTE_MS);
    const closed = Math.min(to, Math.floor(nowMs / MINUTE_MS));
    let minute = from;
    while (minute < closed) {
      if (minute % 60 === 0 && minute + 60 <= closed) {
        add(total, hour(market, price, minute / 60, nowMs));
        minute += 60;
        continue;
      }
      const stop = Math.min(closed, Math.floor(minute / 60) * 60 + 60);
      addMinutes(market, price, minute, stop, total);
      minute = stop;
    }
    if (closed < to) add(total, runningOf(market, price, nowMs));
    return total;
  };

  /** The price in ticks at the start of a day, as its first minute has it. */
  const boundary = (market: Market, day: number): number => {
    const offset = basis.at(basis.offsets(market, "trade", day), 0);
    return (market.multiplier / market.tick) * Math.exp(paths.logAtDay(market.asset, day) + offset);
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
      const farUntil = farUntilDay(nowMs);
      for (; found.length < count && from <= running; from += frameMinutes) {
        const day = from / DAY_MINUTES;
        if (frameMinutes === DAY_MINUTES && price === "trade" && market.kind === "spot" && Number.isInteger(day)) {
          if (day < farUntil && from >= listed) {
            found.push(farDay(market, day, boundary(market, day), boundary(market, day + 1)));
            continue;
          }
        }
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

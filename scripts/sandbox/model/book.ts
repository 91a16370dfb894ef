// Order books around the last price: finer and deeper for majors, thinner when the market is agitated.
import { hash, normal, unit } from "./hash.ts";
import type { Market } from "./market.ts";
import type { Paths } from "./path.ts";
import type { Series } from "./series.ts";

/** Price in ticks, size in lots. */
type Level = readonly [price: number, size: number];
type Book = { readonly bids: Level[]; readonly asks: Level[]; readonly timeMs: number; readonly id: number };

export type Books = {
  /** At most `levels` a side. The book changes once a second. */
  book(market: Market, nowMs: number, levels: number): Book;
};

const SECOND_MS = 1000;

/**
 * Usual USD within 2 % of the price on one side. Market makers stay where little is traded: books that exchanges
 * answered hold 5 % of a day's turnover where that is 3 M USD and 1 to 2 % of it at 500 M (docs/measuring.md).
 */
const depthUsd = (market: Market): number => 2 * market.volumeDayUsd ** 0.75;

export const createBooks = (series: Series, paths: Paths): Books => {
  const agitationOf = (market: Market, nowMs: number): number => {
    const minute = Math.floor(nowMs / 60_000);
    const day = Math.floor(minute / 1440);
    return paths.day(market.asset, day).activity[minute - day * 1440] ?? 1;
  };

  const side = (
    market: Market,
    best: number,
    direction: 1 | -1,
    levels: number,
    usd: number,
    seed: number,
  ): Level[] => {
    const found: Level[] = [];
    const price = best * market.tick;
    // The mean gap spreads a thousand levels over one to ten percent, and never below one tick.
    const gapTicks = Math.max(1, (best * Math.min(0.0002, 0.000012 + 60 / market.volumeDayUsd)) | 0);
    let at = best;
    for (let i = 0; i < levels; i++) {
      const distance = Math.abs(at - best) / best;
      const gap = 1 + Math.floor(unit(hash(seed, i, 1)) * 2 * (gapTicks * (1 + 12 * distance) - 1) + 0.5);
      const density = (0.35 + 30 * distance) / (1 + 30 * distance);
      const share = (gap / best / 0.02) * density * 1.25;
      const lump = Math.exp(0.9 * normal(hash(seed, i, 2)) - 0.4);
      const size = Math.max(1, Math.floor((usd * share * lump) / (price * market.lot)));
      found.push([at, size]);
      at += direction * gap;
      if (at < 1 || distance > 0.6) break;
    }
    return found;
  };

  return {
    book(market, nowMs, levels) {
      const second = Math.floor(nowMs / SECOND_MS);
      const last = series.running(market, nowMs).close;
      const calm = 1 / (0.7 + 0.3 * Math.min(12, agitationOf(market, nowMs)));
      const seed = hash(market.seed, second, 51);
      const half = Math.max(0.5, (last * market.halfSpread * (0.6 + 0.8 * unit(seed))) / Math.sqrt(calm));
      const bid = Math.max(1, Math.floor(last + 0.5 - half));
      const ask = Math.max(bid + 1, Math.ceil(last - 0.5 + half));
      const lean = 0.85 + 0.3 * unit(hash(seed, 4));
      const usd = depthUsd(market) * calm;
      return {
        bids: side(market, bid, -1, levels, usd * lean, hash(seed, 1)),
        asks: side(market, ask, 1, levels, usd * (2 - lean), hash(seed, 2)),
        timeMs: second * SECOND_MS,
        id: second * 16 + 3,
      };
    },
  };
};

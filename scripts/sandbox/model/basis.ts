// What separates a venue's price from the common one: a few basis points of its own, and on perpetuals the premium.
import { HOUR_MS } from "../../../schema/duration.ts";
import type { Asset } from "./asset.ts";
import { createCache, grown, MARKETS_MAX } from "./cache.ts";
import { DAY_MINUTES } from "./event.ts";
import { noise } from "./hash.ts";
import type { Market } from "./market.ts";
import type { Paths } from "./path.ts";

const PREMIUM_MAX = 0.006;

/** "trade" is what was traded; "index" the common price without venue offset; "mark" index plus perpetual premium. */
export type PriceKind = "trade" | "index" | "mark";

export type Basis = {
  /** Log offsets of a day at its 25 hour marks. */
  offsets(market: Market, price: PriceKind, day: number): Float64Array;
  /** The offset at a minute boundary of that day. */
  at(offsets: Float64Array, minute: number): number;
  /** Perpetual premium over the index at a whole hour since 1970, as a fraction. */
  premium(market: Market, hour: number): number;
  /** Log return in USDT over the hours that end at an instant. */
  change(asset: Asset, timeMs: number, hours: number): number;
};

const FLAT = new Float64Array(25);

export const createBasis = (paths: Paths, tokens: number): Basis => {
  const cache = createCache<Float64Array>(grown(4000, tokens));
  const premiums = createCache<number>(grown(40_000, tokens));

  const change = (asset: Asset, timeMs: number, hours: number): number =>
    paths.logAt(asset, timeMs) - paths.logAt(asset, timeMs - hours * HOUR_MS);

  const premium = (market: Market, hour: number): number =>
    premiums.get(hour * MARKETS_MAX + market.index, () => {
      // An hour late, so that the path between two marks never tells what the next hour brings.
      const timeMs = (hour - 1) * HOUR_MS;
      const trend = change(market.asset, timeMs, 24);
      const push = change(market.asset, timeMs, 4);
      const crowd =
        0.00022 * noise(market.asset.seed ^ 0x77, hour / 30) + 0.00008 * noise(market.seed ^ 0x78, hour / 6);
      const value = 0.00009 + 0.0012 * Math.tanh(5 * trend) + 0.0006 * Math.tanh(8 * push) + crowd;
      return Math.max(-PREMIUM_MAX, Math.min(PREMIUM_MAX, value));
    });

  const offsets = (market: Market, price: PriceKind, day: number): Float64Array => {
    if (price === "index") return FLAT;
    return cache.get((day * 2 + (price === "mark" ? 1 : 0)) * MARKETS_MAX + market.index, () => {
      const marks = new Float64Array(25);
      for (let hour = 0; hour <= 24; hour++) {
        const at = day * 24 + hour;
        const own = price === "mark" ? 0 : 0.00012 * noise(market.seed, at / 5);
        marks[hour] = own + (market.kind === "linear" ? premium(market, at) : 0);
      }
      return marks;
    });
  };

  return {
    offsets,
    premium,
    change,
    at(marks, minute) {
      if (minute >= DAY_MINUTES) return marks[24] ?? 0;
      const hour = (minute / 60) | 0;
      const f = minute / 60 - hour;
      return (marks[hour] ?? 0) * (1 - f) + (marks[hour + 1] ?? 0) * f;
    },
  };
};

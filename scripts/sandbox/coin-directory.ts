// Prices, ranges, turnover and ranks of all tokens at a minute, as the coin directory reports them.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Asset } from "./model/asset.ts";
import { createCache } from "./model/cache.ts";
import type { Model } from "./model/model.ts";

const DAY_HOURS = 24;
/** Venues of the sandbox are a part of the turnover a directory would count. */
const VENUE_SHARE = 0.3;

export type Snapshot = { asset: Asset; price: number; high: number; low: number; volume: number; cap: number };

export type Directory = {
  /** USD price of a token at an instant. */
  priceAt(asset: Asset, timeMs: number): number;
  /** All tokens by market capitalisation, as of the last whole minute. */
  ranked(nowMs: number): Snapshot[];
};

export const createDirectory = (model: Model): Directory => {
  const snapshots = createCache<Snapshot[]>(4);

  const priceAt = (asset: Asset, timeMs: number): number => Math.exp(model.paths.logUsdAt(asset, timeMs));

  const volumeOf = (asset: Asset, timeMs: number): number => {
    let turnover = 0;
    for (const venue of ["binance", "bybit", "okx"] as const)
      for (const market of model.markets(venue, "spot", timeMs))
        if (market.asset === asset) turnover += model.series.rolling(market, timeMs, 1440).turnover / 1e4;
    return turnover > 0 ? turnover / VENUE_SHARE : asset.volumeDayUsd;
  };

  const snapshot = (asset: Asset, timeMs: number): Snapshot => {
    let high = 0;
    let low = Number.POSITIVE_INFINITY;
    for (let step = 0; step <= DAY_HOURS * 12; step++) {
      const price = priceAt(asset, timeMs - step * 5 * MINUTE_MS);
      if (price > high) high = price;
      if (price < low) low = price;
    }
    const price = priceAt(asset, timeMs);
    return { asset, price, high, low, volume: volumeOf(asset, timeMs), cap: price * asset.circulating };
  };

  /** All tokens by market capitalisation, as of the last whole minute: the directory refreshes once a minute. */
  const ranked = (nowMs: number): Snapshot[] => {
    const minute = Math.floor(nowMs / MINUTE_MS);
    return snapshots.get(minute, () =>
      model.assets.map((asset) => snapshot(asset, minute * MINUTE_MS)).sort((a, b) => b.cap - a.cap),
    );
  };

  return { priceAt, ranked };
};

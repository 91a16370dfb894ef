// What simulated exchanges hold: reserves that grow and shrink with the same forces that move coins on the chains.
import { DAY_MS } from "../../../schema/duration.ts";
import { MARKET_PULL, PRICE_PULL, PRICE_STEEPNESS, wander } from "../chain/flow.ts";
import type { Asset } from "../model/asset.ts";
import { createCache } from "../model/cache.ts";
import { hash, hashText, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import type { Locked } from "./locked.ts";

/** Coins per day that follow from one unit of leaning towards deposits. */
const PULL_PER_DAY = 0.12;
/** Leanings add up from a fixed day on, so that a day's reserve is the same whenever it is asked for. */
const EPOCH_DAYS = 60;

export type Holder = { readonly slug: string; readonly name: string; readonly share: number };

export const HOLDERS: readonly Holder[] = [
  { slug: "binance-cex", name: "Binance CEX", share: 0.09 },
  { slug: "okx", name: "OKX", share: 0.03 },
  { slug: "bybit", name: "Bybit", share: 0.025 },
  { slug: "bitfinex", name: "Bitfinex", share: 0.02 },
  { slug: "bitget", name: "Bitget", share: 0.014 },
  { slug: "kucoin", name: "KuCoin", share: 0.009 },
];

export type Reserves = {
  /** Coins of an asset an exchange holds at an instant. */
  units(holder: Holder, asset: Asset, timeMs: number): number;
};

/** Opens the reserves under one seed. */
export const createReserves = (model: Model, price: Locked["price"]): Reserves => {
  const bitcoin = model.assets.find((asset) => asset.token.symbol === "BTC");
  const leanings = createCache<number>(20_000);

  const dayLean = (asset: Asset, day: number): number => {
    let sum = 0;
    for (let hour = 0; hour < 24; hour += 6) sum += wander(asset, day * 24 + hour) / 4;
    if (!asset.token.stablecoin || !bitcoin) return sum;
    return sum + MARKET_PULL * Math.abs(model.basis.change(bitcoin, day * DAY_MS, 24)) - MARKET_PULL * 0.018;
  };

  /** Sum of the leanings of whole days up to an instant, the day that runs in part. */
  const leaning = (asset: Asset, timeMs: number): number => {
    const day = Math.floor(timeMs / DAY_MS);
    const start = (Math.floor(day / EPOCH_DAYS) - 1) * EPOCH_DAYS;
    const whole = leanings.get(day * 128 + asset.index, () => {
      let sum = 0;
      for (let one = start; one < day; one++) sum += dayLean(asset, one);
      return sum;
    });
    return whole + dayLean(asset, day) * ((timeMs - day * DAY_MS) / DAY_MS);
  };

  return {
    units(holder, asset, timeMs) {
      const own = 0.7 + 0.6 * unit(hash(asset.seed, hashText(holder.slug)));
      // Summed over days the pull of the price is the pull of the whole way it went.
      const away = asset.token.stablecoin ? 0 : Math.log(price(asset, timeMs) / asset.anchorUsd);
      const pull = leaning(asset, timeMs) - PRICE_PULL * PRICE_STEEPNESS * away;
      return asset.circulating * holder.share * own * Math.exp(PULL_PER_DAY * Math.max(-4, Math.min(4, pull)));
    },
  };
};

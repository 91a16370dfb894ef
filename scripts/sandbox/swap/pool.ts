// The pools behind the aggregators: one constant product a token, consistent with the simulated prices.
import { createDirectory } from "../coin-directory.ts";
import type { Asset } from "../model/asset.ts";
import type { Model } from "../model/model.ts";

/** Dollars in the pools of a token by its turnover of a day. */
const POOL_SHARE = 0.06;
const DIGITS = 1e9;

/** A coin of a chain; without an asset it is a dollar that nobody tracks. */
export type PoolCoin = { readonly asset: Asset | null; readonly decimals: number };
type Swapped = {
  readonly out: bigint;
  readonly usd: number;
  readonly outUsd: number;
  readonly depthUsd: number;
};

type Pools = {
  /** The coin at an address; `own` is how the chain's own coin is written there. */
  coinOf(chain: string, address: string, own: { address: string; decimals: number }): PoolCoin | null;
  /** What an amount in smallest units brings after the fee (a fraction); null where it is more than the pools bear. */
  swap(paid: PoolCoin, got: PoolCoin, amount: string, nowMs: number, fee: number): Swapped | null;
  /** Dollars in the pools of a token. */
  depthUsd(asset: Asset): number;
  price(coin: PoolCoin, nowMs: number): number;
};

/** A float amount of coins in smallest units, nine digits behind the point. */
const units = (coins: number, decimals: number): bigint => {
  const scaled = BigInt(Math.floor(coins * DIGITS));
  return decimals >= 9 ? scaled * 10n ** BigInt(decimals - 9) : scaled / 10n ** BigInt(9 - decimals);
};

export const createPools = (model: Model): Pools => {
  const { priceAt } = createDirectory(model);
  const depthUsd = (asset: Asset): number =>
    asset.token.stablecoin ? Number.POSITIVE_INFINITY : POOL_SHARE * asset.volumeDayUsd;
  const price = ({ asset }: PoolCoin, nowMs: number): number => (asset === null ? 1 : priceAt(asset, nowMs));
  return {
    depthUsd,
    price,
    coinOf(chain, address, own) {
      const same = (one: string) => one.toLowerCase() === address.toLowerCase();
      const isOwn = same(own.address);
      const asset = model.assets.find(({ token }) =>
        isOwn ? token.native === chain : same(token.contracts[chain] ?? ""),
      );
      const decimals = isOwn ? own.decimals : asset?.token.decimals[chain];
      return asset && decimals !== undefined ? { asset, decimals } : null;
    },
    swap(paid, got, amount, nowMs, fee) {
      const usd = (Number(amount) / 10 ** paid.decimals) * price(paid, nowMs);
      const depth = (coin: PoolCoin) => (coin.asset === null ? Number.POSITIVE_INFINITY : depthUsd(coin.asset));
      const least = Math.min(depth(paid), depth(got));
      if (usd > 3 * least) return null;
      const out = units((usd * (1 - fee)) / (1 + usd / least) / price(got, nowMs), got.decimals);
      const outUsd = (Number(out) / 10 ** got.decimals) * price(got, nowMs);
      return out === 0n ? null : { out, usd, outUsd, depthUsd: least };
    },
  };
};

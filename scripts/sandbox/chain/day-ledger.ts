// The movements of a chain that is read by account: those of each day, computed from the day alone.
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Asset } from "../model/asset.ts";
import { createCache } from "../model/cache.ts";
import { hash, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { createFlows } from "./flow.ts";
import { createParties, type FlowKind, type Parties, type Party } from "./party.ts";

const DAYS_KEPT = 50;

export type DayMove = {
  /** Unique on the chain: minutes since 1970 times 16, plus the place within the minute. */
  readonly number: number;
  readonly atMs: number;
  readonly kind: FlowKind;
  readonly coin: Coin;
  readonly from: Party;
  readonly to: Party;
  /** Base units. */
  readonly amount: bigint;
  /** Mined, failed, and moved nothing. */
  readonly failed: boolean;
};

/** Contract null is the chain's own coin. */
export type Coin = { readonly asset: Asset; readonly contract: string | null; readonly decimals: number };

export type DayLedger = {
  readonly parties: Parties;
  readonly coins: readonly Coin[];
  /** Movements of a day (since 1970) in order of time, whatever the time is now. */
  day(day: number): readonly DayMove[];
  byNumber(number: number): DayMove | undefined;
  /** Base units of a coin a labelled wallet holds: a slow curve, deliberately not the sum of its movements. */
  balance(coin: Coin, party: Party, timeMs: number): bigint;
};

type DayLedgerOptions = {
  readonly chain: "sol" | "ada";
  readonly native: string;
  readonly nativeDecimals: number;
  readonly salt: number;
  /** Movements a minute, at most 8. */
  readonly perMinute: number;
  /** Share of an asset's daily turnover that moves here. */
  readonly turnoverShare: number;
  readonly failedShare: number;
  /** Movements fall on a grid of this. */
  readonly gridMs: number;
};

const toUnits = (amount: number, decimals: number): bigint => {
  const places = Math.min(decimals, 6);
  return BigInt(Math.max(1, Math.round(amount * 10 ** places))) * 10n ** BigInt(decimals - places);
};

const coinsOf = (assets: readonly Asset[], options: DayLedgerOptions): Coin[] =>
  assets.flatMap((asset): Coin[] => {
    const { id, contracts, decimals } = asset.token;
    const contract = contracts[options.chain];
    return [
      ...(id === options.native ? [{ asset, contract: null, decimals: options.nativeDecimals }] : []),
      ...(contract === undefined ? [] : [{ asset, contract, decimals: decimals[options.chain] ?? 0 }]),
    ];
  });

export const createDayLedger = (model: Model, options: DayLedgerOptions): DayLedger => {
  const seed = hash(model.seed, options.salt);
  const parties = createParties(options.chain);
  const flows = createFlows(model.assets, model.basis);
  const coins = coinsOf(model.assets, options);
  const weights = coins.map(({ asset }) => Math.sqrt(asset.volumeDayUsd));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const days = createCache<readonly DayMove[]>(DAYS_KEPT);

  const coinAt = (draw: number): number => {
    let left = unit(draw) * total;
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i] ?? 0;
      if (left < 0) return i;
    }
    return 0;
  };

  const moveAt = (minute: number, index: number): DayMove | undefined => {
    const at = coinAt(hash(seed, minute, index, 2));
    const coin = coins[at];
    if (!coin) return undefined;
    const within = Math.floor((unit(hash(seed, minute, index, 6)) * MINUTE_MS) / options.gridMs) * options.gridMs;
    const atMs = minute * MINUTE_MS + within;
    const flow = flows.flow(parties, coin.asset, atMs, hash(seed, minute, index, 3));
    const perDay = (1440 * options.perMinute * (weights[at] ?? 1)) / total;
    const usd = ((coin.asset.volumeDayUsd * options.turnoverShare) / perDay) * flow.multiple;
    const amount = toUnits(usd / Math.exp(model.paths.logUsdAt(coin.asset, atMs)), coin.decimals);
    const failed = unit(hash(seed, minute, index, 5)) < options.failedShare;
    return { number: minute * 16 + index, atMs, kind: flow.kind, coin, from: flow.from, to: flow.to, amount, failed };
  };

  const ofMinute = (minute: number): DayMove[] => {
    const usual = unit(hash(seed, minute, 1)) * 2 * options.perMinute * flows.busy(minute * MINUTE_MS);
    const count = Math.min(15, Math.floor(usual + unit(hash(seed, minute, 4))));
    return Array.from({ length: count }, (_, index) => moveAt(minute, index)).filter((move) => move !== undefined);
  };

  const day = (number: number): readonly DayMove[] =>
    days.get(number, () =>
      Array.from({ length: 1440 }, (_, i) => ofMinute(number * 1440 + i))
        .flat()
        .sort((a, b) => a.atMs - b.atMs || a.number - b.number),
    );

  return {
    parties,
    coins,
    day,
    byNumber: (number) => day(Math.floor(number / 16 / 1440)).find((move) => move.number === number),
    balance(coin, party, timeMs) {
      const wave = 1 + 0.08 * Math.sin(timeMs / (9 * DAY_MS) + (hash(seed, coin.asset.index, party) % 628) / 100);
      return toUnits(coin.asset.circulating * 0.05 * parties.share(party) * wave, coin.decimals);
    },
  };
};

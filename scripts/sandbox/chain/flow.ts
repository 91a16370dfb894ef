// Which way coins move: chances of deposit and withdrawal that follow the market, and sizes in proportion to turnover.
import { HOUR_MS } from "../../../schema/duration.ts";
import type { Asset } from "../model/asset.ts";
import type { Basis } from "../model/basis.ts";
import { createCache } from "../model/cache.ts";
import { mix, noise, normal, unit } from "../model/hash.ts";
import type { FlowKind, Parties, Party } from "./party.ts";

export type Flow = {
  readonly kind: FlowKind;
  readonly from: Party;
  readonly to: Party;
  /** Size as a multiple of the asset's mean transfer. */
  readonly multiple: number;
};

type Flows = {
  /** The flow of one draw for an asset at an instant. */
  flow(parties: Parties, asset: Asset, timeMs: number, draw: number): Flow;
  /** How busy the chain is against usual. */
  busy(timeMs: number): number;
};

/** How falling prices bring coins onto exchanges, and how a moving market brings stablecoins. */
export const PRICE_PULL = 0.2;
export const PRICE_STEEPNESS = 6;
export const MARKET_PULL = 1.6;

/** An asset's own leaning towards deposits at an hour since 1970. */
export const wander = (asset: Asset, hour: number): number => 0.07 * noise(asset.seed ^ 0x61, hour / 18);

const SIGMA = 1.6;
const Z_MAX = 3.2;

/** Lognormal of mean about 1, cut where single transfers would stop being plausible. */
const multipleOf = (draw: number): number => Math.exp(SIGMA * Math.min(Z_MAX, normal(draw)) - (SIGMA * SIGMA) / 2);

export const createFlows = (assets: readonly Asset[], basis: Basis): Flows => {
  const moves = createCache<number>(50_000);
  const bitcoin = assets.find((asset) => asset.token.symbol === "BTC");

  const move = (asset: Asset, hour: number, hours: number): number =>
    moves.get((hour * 32 + hours) * 128 + asset.index, () => basis.change(asset, hour * HOUR_MS, hours));

  /** Falling prices bring coins onto exchanges, rising ones take them off; stablecoins come in when the market moves. */
  const depositShare = (asset: Asset, hour: number): number => {
    const market = bitcoin ? move(bitcoin, hour, 24) : 0;
    const pull = asset.token.stablecoin
      ? MARKET_PULL * Math.abs(market)
      : -PRICE_PULL * Math.tanh(PRICE_STEEPNESS * move(asset, hour, 24));
    return Math.max(0.15, Math.min(0.85, 0.5 + pull + wander(asset, hour)));
  };

  return {
    flow(parties, asset, timeMs, draw) {
      const hour = Math.floor(timeMs / HOUR_MS);
      const a = mix(draw ^ 0x1b873593);
      const b = mix(a ^ 0x4cf5ad43);
      const c = mix(b ^ 0x38b34ae5);
      const choice = unit(draw);
      const multiple = multipleOf(c);
      const cold = unit(mix(c)) < 0.12;
      const whale = multiple > 6;
      if (choice < 0.26) {
        const from = parties.stranger(a, whale);
        return { kind: "other", from, to: parties.stranger(b, unit(c) < 0.1), multiple };
      }
      if (choice < 0.36) {
        const from = parties.exchange(a, unit(b) < 0.5);
        return { kind: "internal", from, to: parties.sibling(from, b), multiple: multiple * 2 };
      }
      if (choice < 0.43) {
        const one = parties.exchange(a, false);
        const other = parties.foreign(one, b);
        return c & 1
          ? { kind: "cross", from: one, to: other, multiple }
          : { kind: "cross", from: other, to: one, multiple };
      }
      const inward = (choice - 0.43) / 0.57 < depositShare(asset, hour);
      return inward
        ? { kind: "deposit", from: parties.stranger(a, whale), to: parties.exchange(b, cold), multiple }
        : { kind: "withdrawal", from: parties.exchange(b, cold), to: parties.stranger(a, whale), multiple };
    },
    busy: (timeMs) => {
      const hour = Math.floor(timeMs / HOUR_MS);
      return bitcoin ? Math.min(2.5, 0.85 + 25 * Math.abs(move(bitcoin, hour, 1))) : 1;
    },
  };
};

// The simulated Ethereum: twelve-second blocks and the transfers in each, computed from the block number alone.
import type { Asset } from "../model/asset.ts";
import { hash, noise, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { createFlows } from "./flow.ts";
import { createParties, type FlowKind, hexOf, hexWithIndex, indexOfHex, type Parties, type Party } from "./party.ts";

/** Height and time of the real chain's first block of 2024, so that heights look like today's. */
const GENESIS_MS = Date.UTC(2024, 0, 1);
const GENESIS_HEIGHT = 18_908_895;
export const BLOCK_MS = 12_000;

const DAY_BLOCKS = 7200;
const TURNOVER_SHARE = 0.035;
const SALT_BLOCK = 0xb10c;
const TRANSFERS_PER_BLOCK = 2.6;

export type EthAsset = { readonly asset: Asset; readonly contract: string | null; readonly decimals: number };

export type EthTransfer = {
  readonly token: EthAsset;
  readonly kind: FlowKind;
  readonly from: Party;
  readonly to: Party;
  readonly amount: bigint;
  readonly index: number;
};

export type EthLedger = {
  readonly parties: Parties;
  readonly tokens: readonly EthAsset[];
  heightAt(timeMs: number): number;
  timeOf(height: number): number;
  transfers(height: number): EthTransfer[];
  addressOf(party: Party): string;
  blockHash(height: number): string;
  heightOfHash(hash: string): number | null;
  transactionHash(height: number, index: number): string;
  /** A slow balance in base units; deliberately not the sum of transfers. Null contract means the native coin. */
  balance(token: EthAsset, address: string, height: number): bigint;
};

const toUnits = (amount: number, decimals: number): bigint => {
  // Twelve significant digits survive, the rest would be noise of the double.
  const places = Math.min(decimals, 6);
  return BigInt(Math.max(1, Math.round(amount * 10 ** places))) * 10n ** BigInt(decimals - places);
};

const listTokens = (assets: readonly Asset[]): EthAsset[] => {
  const tokens: EthAsset[] = [];
  for (const asset of assets) {
    if (asset.token.id === "ethereum") tokens.push({ asset, contract: null, decimals: 18 });
    const contract = asset.token.contracts.eth;
    if (contract !== undefined) tokens.push({ asset, contract, decimals: asset.token.decimals.eth ?? 18 });
  }
  return tokens;
};

export const createEthLedger = (model: Model): EthLedger => {
  const seed = hash(model.seed, 0xe7);
  const parties = createParties("eth");
  const flows = createFlows(model.assets, model.basis);
  const tokens = listTokens(model.assets);
  const weights = tokens.map(({ asset }) => Math.sqrt(asset.volumeDayUsd));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const meanUsd = tokens.map(
    ({ asset }, i) =>
      (asset.volumeDayUsd * TURNOVER_SHARE) / ((DAY_BLOCKS * TRANSFERS_PER_BLOCK * (weights[i] ?? 1)) / total),
  );
  const addresses = new Map(parties.labels.map((label, index) => [label.address, index]));

  const tokenAt = (draw: number): number => {
    let left = unit(draw) * total;
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i] ?? 0;
      if (left < 0) return i;
    }
    return 0;
  };

  const timeOf = (height: number): number => GENESIS_MS + (height - GENESIS_HEIGHT) * BLOCK_MS;

  const transfers = (height: number): EthTransfer[] => {
    const timeMs = timeOf(height);
    const count = Math.floor(unit(hash(seed, height, 1)) * 2 * TRANSFERS_PER_BLOCK * flows.busy(timeMs) + 0.5);
    const found: EthTransfer[] = [];
    for (let index = 0; index < count; index++) {
      const at = tokenAt(hash(seed, height, index, 2));
      const token = tokens[at];
      if (!token) continue;
      const flow = flows.flow(parties, token.asset, timeMs, hash(seed, height, index, 3));
      const usd = (meanUsd[at] ?? 0) * flow.multiple;
      const amount = toUnits(usd / Math.exp(model.paths.logUsdAt(token.asset, timeMs)), token.decimals);
      found.push({ token, kind: flow.kind, from: flow.from, to: flow.to, amount, index });
    }
    return found;
  };

  return {
    parties,
    tokens,
    timeOf,
    transfers,
    heightAt: (timeMs) => GENESIS_HEIGHT + Math.floor((timeMs - GENESIS_MS) / BLOCK_MS),
    addressOf: (party) => parties.labels[party]?.address ?? `0x${hexOf(seed ^ 0xadd, -party, 0, 5)}`,
    blockHash: (height) => `0x${hexWithIndex(seed, height, SALT_BLOCK, 8)}`,
    heightOfHash: (text) => indexOfHex(seed, text.slice(2), SALT_BLOCK, 8),
    transactionHash: (height, index) => `0x${hexOf(seed ^ 0x7a, height, index, 8)}`,
    balance(token, address, height) {
      const party = addresses.get(address);
      const days = (height * BLOCK_MS) / 86_400_000;
      const drift =
        1 + 0.08 * noise(hash(seed, token.asset.index, party ?? Number.parseInt(address.slice(2, 9), 16)), days / 9);
      const usual =
        party === undefined
          ? ((meanUsd[tokens.indexOf(token)] ?? 0) / token.asset.anchorUsd) *
            3 *
            unit(hash(seed, Number.parseInt(address.slice(-7), 16)))
          : token.asset.circulating * 0.16 * parties.share(party);
      return toUnits(usual * drift, token.decimals);
    },
  };
};

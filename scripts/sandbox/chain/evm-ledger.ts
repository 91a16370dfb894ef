// The simulated EVM chains: blocks on a fixed grid and the transfers in each, computed from the block number alone.

import { DAY_MS } from "../../../schema/duration.ts";
import { BURN_ADDRESSES } from "../../../schema/token/address.ts";
import type { Asset } from "../model/asset.ts";
import { createCache } from "../model/cache.ts";
import { hash, mix, noise, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { profileOf } from "../risk/profile.ts";
import { createFlows } from "./flow.ts";
import {
  createParties,
  type FlowKind,
  hexWithIndex,
  indexOfHex,
  type Parties,
  type Party,
  strangerHex,
  strangerOf,
} from "./party.ts";
import { createPartyIndex } from "./party-index.ts";

const GENESIS_MS = Date.UTC(2024, 0, 1);

export type EvmChainId = "eth" | "bsc";

type EvmChain = {
  readonly chainId: number;
  readonly native: string;
  readonly salt: number;
  /** Height of the real chain's first block of 2024, so that heights look like today's. */
  readonly genesisHeight: number;
  /** Stamps are whole seconds: blocks closer together share one. */
  readonly blockMs: number;
  readonly perBlock: number;
  readonly turnoverShare: number;
  /** Blocks one log query may span. */
  readonly rangeMax: number;
  /** Nodes of newer software tell the time of a log's block with the log. */
  readonly stampsLogs: boolean;
};

const EVM_CHAINS: Readonly<Record<EvmChainId, EvmChain>> = {
  eth: {
    chainId: 1,
    native: "ethereum",
    salt: 0xe7,
    genesisHeight: 18_908_895,
    blockMs: 12_000,
    perBlock: 2.6,
    turnoverShare: 0.035,
    rangeMax: 2000,
    stampsLogs: true,
  },
  bsc: {
    chainId: 56,
    native: "binancecoin",
    salt: 0xb5c,
    genesisHeight: 34_829_012,
    blockMs: 1500,
    perBlock: 0.12,
    turnoverShare: 0.012,
    rangeMax: 500,
    stampsLogs: false,
  },
};

const SALT_BLOCK = 0xb10c;
const SALT_TRANSACTION = 0x7a;
const TRANSFERS_MAX = 15;
const FAILED_SHARE = 0.03;
/** Both log filters of a range, its blocks and its receipts are asked for one after the other. */
const BLOCKS_KEPT = 8_000;
const DAYS_INDEXED = 8;
const BURNT: ReadonlySet<string> = new Set(BURN_ADDRESSES.eth);

/** Deployed on every chain of the kind. */
export const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";

type EvmAsset = { readonly asset: Asset; readonly contract: string | null; readonly decimals: number };

export type EvmTransfer = {
  readonly token: EvmAsset;
  readonly kind: FlowKind;
  readonly from: Party;
  readonly to: Party;
  readonly amount: bigint;
  readonly index: number;
  /** A transaction that was mined and reverted: it moved nothing, and only its receipt says so. */
  readonly failed: boolean;
};

export type EvmLedger = {
  readonly chain: EvmChain;
  readonly parties: Parties;
  readonly tokens: readonly EvmAsset[];
  heightAt(timeMs: number): number;
  timeOf(height: number): number;
  transfers(height: number): readonly EvmTransfer[];
  /** Those of the named tokens, without making the others: for who reads weeks of blocks. */
  transfersOf(height: number, tokens: ReadonlySet<string>): readonly EvmTransfer[];
  addressOf(party: Party): string;
  /** Who has the address, in lower case; undefined where it is no wallet. */
  partyOf(address: string): Party | undefined;
  /** Heights of a range, both ends included, with transfers from or to a party. */
  heightsOf(party: Party, from: number, to: number): readonly number[];
  /** Transactions that an address has sent by a height. */
  nonce(address: string, height: number): number;
  /** Where the code of an address really is; null where it is its own. */
  implementationOf(address: string): string | null;
  blockHash(height: number): string;
  heightOfHash(hash: string): number | null;
  transactionHash(height: number, index: number): string;
  locate(hash: string): { height: number; index: number } | null;
  /** Code at an address: none, a delegation, or a contract's. */
  codeOf(address: string): string;
  /** Whether there is code of its own at it. */
  isContract(address: string): boolean;
  /** A slow balance in base units; deliberately not the sum of transfers. Null contract means the native coin. */
  balance(token: EvmAsset, address: string, height: number): bigint;
};

const toUnits = (amount: number, decimals: number): bigint => {
  // Twelve significant digits survive, the rest would be noise of the double.
  const places = Math.min(decimals, 6);
  return BigInt(Math.max(1, Math.round(amount * 10 ** places))) * 10n ** BigInt(decimals - places);
};

const listTokens = (assets: readonly Asset[], id: EvmChainId): EvmAsset[] => {
  const tokens: EvmAsset[] = [];
  for (const asset of assets) {
    if (asset.token.id === EVM_CHAINS[id].native) tokens.push({ asset, contract: null, decimals: 18 });
    const contract = asset.token.contracts[id];
    if (contract !== undefined) tokens.push({ asset, contract, decimals: asset.token.decimals[id] ?? 18 });
  }
  return tokens;
};

export const createEvmLedger = (model: Model, id: EvmChainId): EvmLedger => {
  const chain = EVM_CHAINS[id];
  const { blockMs, genesisHeight, perBlock } = chain;
  const seed = hash(model.seed, chain.salt);
  const parties = createParties(id);
  const flows = createFlows(model.assets, model.basis);
  const tokens = listTokens(model.assets, id);
  const weights = tokens.map(({ asset }) => Math.sqrt(asset.volumeDayUsd));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const meanUsd = tokens.map(
    ({ asset }, i) =>
      (asset.volumeDayUsd * chain.turnoverShare) / (((DAY_MS / blockMs) * perBlock * (weights[i] ?? 1)) / total),
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

  const timeOf = (height: number): number =>
    Math.floor((GENESIS_MS + (height - genesisHeight) * blockMs) / 1000) * 1000;

  const computeTransfers = (height: number, wanted?: ReadonlySet<string>): readonly EvmTransfer[] => {
    const isWanted = ({ asset }: EvmAsset): boolean => wanted === undefined || wanted.has(asset.token.id);
    const timeMs = timeOf(height);
    const usual = unit(hash(seed, height, 1)) * 2 * perBlock * flows.busy(timeMs);
    const count = Math.min(TRANSFERS_MAX, Math.floor(usual + (perBlock < 1 ? unit(hash(seed, height, 4)) : 0.5)));
    const found: EvmTransfer[] = [];
    for (let index = 0; index < count; index++) {
      const at = tokenAt(hash(seed, height, index, 2));
      const token = tokens[at];
      if (!token || !isWanted(token)) continue;
      const flow = flows.flow(parties, token.asset, timeMs, hash(seed, height, index, 3));
      const usd = (meanUsd[at] ?? 0) * flow.multiple;
      const amount = toUnits(usd / Math.exp(model.paths.logUsdAt(token.asset, timeMs)), token.decimals);
      const failed = token.contract === null && unit(hash(seed, height, index, 5)) < FAILED_SHARE;
      found.push({ token, kind: flow.kind, from: flow.from, to: flow.to, amount, index, failed });
    }
    return [...found, ...plantedAt(height, count).filter(({ token }) => isWanted(token))];
  };

  const plantedBy = new Map<number, { readonly token: EvmAsset; readonly usd: number }[]>();
  for (const token of tokens)
    for (const { from, to, usd, parts } of model.plan.of("flow", token.asset.token.id))
      for (let part = 0; part < parts; part += 1) {
        const height = genesisHeight + Math.floor((from + ((to - from) * part) / parts - GENESIS_MS) / blockMs);
        plantedBy.set(height, [...(plantedBy.get(height) ?? []), { token, usd: usd / parts }]);
      }

  /** In or out of a hot wallet of a labelled exchange, after what the block has by chance. */
  const plantedAt = (height: number, first: number): EvmTransfer[] =>
    (plantedBy.get(height) ?? []).slice(0, TRANSFERS_MAX + 1 - first).map(({ token, usd }, i): EvmTransfer => {
      const draw = hash(seed, height, i, 0x91a);
      const [exchange, stranger] = [parties.exchange(draw, false), parties.stranger(mix(draw), false)];
      const worth = Math.abs(usd) / Math.exp(model.paths.logUsdAt(token.asset, timeOf(height)));
      const ends =
        usd > 0
          ? ({ kind: "deposit", from: stranger, to: exchange } as const)
          : ({ kind: "withdrawal", from: exchange, to: stranger } as const);
      return { token, ...ends, amount: toUnits(worth, token.decimals), index: first + i, failed: false };
    });

  const kept = createCache<readonly EvmTransfer[]>(BLOCKS_KEPT);
  const index = createPartyIndex(computeTransfers, ({ from, to }) => [from, to], DAY_MS / blockMs, DAYS_INDEXED);
  const transfers = (height: number) => index.made(height) ?? kept.get(height, () => computeTransfers(height));

  const partyOf = (address: string): Party | undefined =>
    addresses.get(address) ?? strangerOf(seed ^ 0xadd, address.slice(2), 5);
  const isToken = (address: string): boolean => tokens.some((token) => token.contract === address);

  const codeOf = (address: string): string => {
    if (isToken(address) || address === MULTICALL3) return "0x6080604052";
    if (partyOf(address) === undefined || addresses.has(address)) return "0x";
    const draw = Number.parseInt(address.slice(-6), 16) % 40;
    return draw < 5 ? "0x608060405234801561001057600080fd5b50" : draw < 7 ? `0xef0100${address.slice(2)}` : "0x";
  };

  const isContract = (address: string): boolean => codeOf(address).startsWith("0x6080");
  const drawOf = (address: string, salt: number): number => hash(seed, Number.parseInt(address.slice(2, 9), 16), salt);

  /** Of a token what its scanner tells too; of any other contract chance. */
  const isProxy = (address: string): boolean => {
    if (isToken(address)) return profileOf(model, address) === "proxy";
    return isContract(address) && address !== MULTICALL3 && drawOf(address, 0x42) % 3 === 0;
  };

  return {
    chain,
    codeOf,
    isContract,
    parties,
    tokens,
    timeOf,
    transfers,
    transfersOf: computeTransfers,
    heightAt: (timeMs) => genesisHeight + Math.floor((timeMs - GENESIS_MS) / blockMs),
    addressOf: (party) => parties.labels[party]?.address ?? `0x${strangerHex(seed ^ 0xadd, party, 5)}`,
    partyOf,
    heightsOf: index.heights,
    nonce(address, height) {
      const party = partyOf(address);
      if (isContract(address)) return 1;
      if (party === undefined) return 0;
      // A wallet's own pace: some send often, some never did.
      const every = 200 + (hash(seed, party, 0x40) % 100_000);
      return (hash(seed, party, 0x41) % 5_000) + Math.floor((height - genesisHeight) / every);
    },
    implementationOf: (address) =>
      isProxy(address) ? `0x${strangerHex(seed ^ 0xadd, -1 - (drawOf(address, 0x43) % 50_000), 5)}` : null,
    blockHash: (height) => `0x${hexWithIndex(seed, height, SALT_BLOCK, 8)}`,
    heightOfHash: (text) => indexOfHex(seed, text.slice(2), SALT_BLOCK, 8),
    transactionHash: (height, index) => `0x${hexWithIndex(seed, height * 16 + index, SALT_TRANSACTION, 8)}`,
    locate(id) {
      const at = indexOfHex(seed, id.slice(2), SALT_TRANSACTION, 8);
      return at === null ? null : { height: Math.floor(at / 16), index: at % 16 };
    },
    balance(token, address, height) {
      const party = addresses.get(address);
      if (party === undefined && partyOf(address) === undefined && !isToken(address) && !BURNT.has(address)) return 0n;
      const days = (height * blockMs) / DAY_MS;
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

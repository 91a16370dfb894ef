// The chains of a token whose blocks are read for its flows.
import { CHAIN_IDS } from "./chain.ts";
import { TRACKED, type TrackedToken } from "./tracked.ts";

export const isScanned = (chain: string): boolean => CHAIN_IDS.some((id) => id === chain);

/** Chains the token lives on: its own and those of its contracts. */
export const chainsOf = ({ native, contracts }: Pick<TrackedToken, "native" | "contracts">): string[] => [
  ...new Set([...(native === null ? [] : [native]), ...Object.keys(contracts)]),
];

export const scannedChainsOf = (token: Pick<TrackedToken, "native" | "contracts">): string[] =>
  chainsOf(token).filter(isScanned);

/** Tracked tokens that are read on more than one chain: what one of them says is not the whole. */
export const ON_SEVERAL_CHAINS = TRACKED.filter((token) => scannedChainsOf(token).length > 1);

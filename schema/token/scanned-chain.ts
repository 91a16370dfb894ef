// The chains of a token whose blocks are read for its flows.
import { CHAIN_IDS, TRANSFER_CHAINS } from "./chain.ts";
import { TRACKED, type TrackedToken } from "./tracked.ts";

export const isScanned = (chain: string): boolean => CHAIN_IDS.some((id) => id === chain);

/** Chains the token lives on: its own and those of its contracts. */
export const chainsOf = ({ native, contracts }: Pick<TrackedToken, "native" | "contracts">): string[] => [
  ...new Set([...(native === null ? [] : [native]), ...Object.keys(contracts)]),
];

export const scannedChainsOf = (token: Pick<TrackedToken, "native" | "contracts">): string[] =>
  chainsOf(token).filter(isScanned);

/**
 * Whether the use of a token is counted by its transfers: it has no chain of its own, and none of those its contracts
 * are on is one where not all transfers are read. A sum over a part of them would be another number.
 */
export const isCountedByTransfers = (token: Pick<TrackedToken, "native" | "contracts">): boolean => {
  const chains = chainsOf(token);
  return (
    token.native === null && chains.length > 0 && chains.every((chain) => TRANSFER_CHAINS.some((id) => id === chain))
  );
};

/** Tracked tokens that are read on more than one chain: what one of them says is not the whole. */
export const ON_SEVERAL_CHAINS = TRACKED.filter((token) => scannedChainsOf(token).length > 1);

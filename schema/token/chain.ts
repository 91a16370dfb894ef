// The chains whose blocks are read for exchange flows, large transfers and balances.

export const CHAIN_IDS = ["eth", "bsc", "btc", "sol", "ada"] as const;
export type ChainId = (typeof CHAIN_IDS)[number];

/** Longest text that is looked at as an address: those of Cardano's first era are the longest. */
export const ADDRESS_LENGTH_MAX = 128;

/** Chains whose burn addresses are read for what they hold. */
export const BURN_CHAINS: readonly ChainId[] = ["eth", "bsc"];
/** Chains that tell without a key how much of their coin is staked. */
export const STAKE_CHAINS: readonly ChainId[] = ["sol", "ada"];
/** Chains where every transfer of a contract is read, to count the transactions and addresses that move its token. */
export const TRANSFER_CHAINS: readonly ChainId[] = ["eth", "bsc"];

/** The source that reads the flows of a chain. */
export const flowSourceOf = (chain: string): string => `${chain}-exchange-flow`;

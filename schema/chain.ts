// The chains whose blocks are read for exchange flows, large transfers and balances.

export const CHAIN_IDS = ["eth", "bsc", "btc", "sol", "ada"] as const;
export type ChainId = (typeof CHAIN_IDS)[number];

/** The source that reads the flows of a chain. */
export const flowSourceOf = (chain: string): string => `${chain}-exchange-flow`;

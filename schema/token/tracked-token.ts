// A token that can be tracked in depth, as the list has it.

type Address = string;

export type TrackedToken = {
  /** CoinGecko id. */
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly sector: string;
  readonly categories: readonly string[];
  /** The chain whose native coin this is, or null for a token that lives in contracts only. */
  readonly native: string | null;
  /** Chain id (eth, bsc, sol, ada) to contract address; EVM in lower case, Cardano as policy id plus asset name. */
  readonly contracts: Readonly<Record<string, Address>>;
  /** Chain id to the decimals of the contract on that chain. */
  readonly decimals: Readonly<Record<string, number>>;
  readonly stablecoin: boolean;
};

// Contracts under which chains' own coins trade in pools.

/** Chain id to the address of its wrapped coin; Cardano's pools hold the coin itself. */
export const WRAPPED: Readonly<Record<string, string>> = {
  eth: "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
  bsc: "0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c",
  sol: "So11111111111111111111111111111111111111112",
};

// The tokens whose statements `npm test` holds against what is served, of every kind there is: coins, contracts on one chain
// and on several, stablecoins, protocols. `npm run soak recompute` takes all.

export const FEW: readonly string[] = [
  "bitcoin",
  "ethereum",
  "solana",
  "cardano",
  "dogecoin",
  "binancecoin",
  "tether",
  "usd-coin",
  "chainlink",
  "aave",
  "uniswap",
  "arbitrum",
];

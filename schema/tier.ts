// Prices and tiers: the one table that the 402, the status page, OpenAPI and the docs read.

const TIERS = {
  free: { price: 0 },
  data: { price: 2 },
  premium: { price: 5 },
  pro: { price: 10 },
} as const;
export type Tier = keyof typeof TIERS;

export const PRICES = {
  unit: "tADA",
  lovelace_per_unit: 1_000_000,
  tiers: { free: TIERS.free.price, data: TIERS.data.price, premium: TIERS.premium.price, pro: TIERS.pro.price },
  free_allowance: { data: 25, premium: 10 },
  allowance_reset: "00:00:00Z",
  mainnet_equivalent_usd: { premium: 0.05 },
} as const;

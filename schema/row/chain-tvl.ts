// Rows of the table chain_tvl. Value locked, stablecoins and fees of a chain; the chain all is the sum of every chain the provider lists.
import type { Row, Table } from "./table.ts";

export const chainTvl = {
  name: "chain_tvl",
  columns: {
    token: "text",
    chain: "text",
    at: "time",
    tvl_usd: "number",
    stablecoins_usd: "numberOrNull",
    fees_24h_usd: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ChainTvlRow = Row<typeof chainTvl>;

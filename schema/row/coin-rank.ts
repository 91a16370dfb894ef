// Rows of the table coin_rank. Rank and supply of the larger coins, from a slow sweep over the directory.
import type { Row, Table } from "./table.ts";

export const coinRank = {
  name: "coin_rank",
  columns: {
    token: "text",
    at: "time",
    rank: "numberOrNull",
    market_cap_usd: "numberOrNull",
    circulating_native: "numberOrNull",
    total_native: "numberOrNull",
    max_native: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type CoinRankRow = Row<typeof coinRank>;

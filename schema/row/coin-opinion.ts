// Rows of the table coin_opinion. A second provider's supply of the tracked tokens, for comparison with the first only.
import type { Row, Table } from "./table.ts";

export const coinOpinion = {
  name: "coin_opinion",
  columns: {
    token: "text",
    at: "time",
    price_usd: "number",
    market_cap_usd: "numberOrNull",
    rank: "numberOrNull",
    circulating_native: "numberOrNull",
    total_native: "numberOrNull",
    max_native: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type CoinOpinionRow = Row<typeof coinOpinion>;

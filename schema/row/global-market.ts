// Rows of the table global_market. The whole market as a directory counts it, one row a reading and provider.
import type { Row, Table } from "./table.ts";

export const globalMarket = {
  name: "global_market",
  columns: {
    at: "time",
    total_market_cap_usd: "number",
    volume_24h_usd: "numberOrNull",
    btc_dominance_pct: "numberOrNull",
    eth_dominance_pct: "numberOrNull",
    change_24h_pct: "numberOrNull",
    coins_count: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type GlobalMarketRow = Row<typeof globalMarket>;

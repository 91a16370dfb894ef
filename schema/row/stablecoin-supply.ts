// Rows of the table stablecoin_supply. Circulating stablecoins: each tracked coin, and all coins together.
import type { Row, Table } from "./table.ts";

export const stablecoinSupply = {
  name: "stablecoin_supply",
  columns: {
    token: "text",
    at: "time",
    supply_usd: "number",
    supply_24h_ago_usd: "numberOrNull",
    supply_7d_ago_usd: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type StablecoinSupplyRow = Row<typeof stablecoinSupply>;

// Rows of the table coin_market. Rank, supply and all-time high from a market-data provider.
import type { Row, Table } from "./table.ts";

export const coinMarket = {
  name: "coin_market",
  columns: {
    token: "text",
    at: "time",
    price_usd: "number",
    market_cap_usd: "numberOrNull",
    fdv_usd: "numberOrNull",
    rank: "numberOrNull",
    circulating_native: "numberOrNull",
    total_native: "numberOrNull",
    max_native: "numberOrNull",
    ath_usd: "numberOrNull",
    ath_at: "timeOrNull",
    volume_24h_usd: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type CoinMarketRow = Row<typeof coinMarket>;

// Rows of the table exchange_reserve. Coins in the wallets an exchange is known by; not a proof of liabilities.
import type { Row, Table } from "./table.ts";

export const exchangeReserve = {
  name: "exchange_reserve",
  columns: {
    token: "text",
    exchange: "text",
    at: "time",
    reserve_native: "number",
    reserve_usd: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ExchangeReserveRow = Row<typeof exchangeReserve>;

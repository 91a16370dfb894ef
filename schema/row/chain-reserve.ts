// Rows of the table chain_reserve. Balances of labelled exchange wallets as the chains themselves say.
import type { Row, Table } from "./table.ts";

export const chainReserve = {
  name: "chain_reserve",
  columns: {
    token: "text",
    chain: "text",
    exchange: "text",
    at: "time",
    reserve_native: "number",
    wallets_count: "number",
    label_set: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ChainReserveRow = Row<typeof chainReserve>;

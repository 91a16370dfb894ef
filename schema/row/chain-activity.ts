// Rows of the table chain_activity. How much a chain was used in 24 hours.
import type { Row, Table } from "./table.ts";

export const chainActivity = {
  name: "chain_activity",
  columns: {
    token: "text",
    chain: "text",
    at: "time",
    transactions_count: "numberOrNull",
    active_addresses_count: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ChainActivityRow = Row<typeof chainActivity>;

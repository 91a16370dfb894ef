// Rows of the table coin. Identities of all coins the directory lists: a new row where one changed or grew old, and for tracked tokens at every reading.
import type { Row, Table } from "./table.ts";

export const coin = {
  name: "coin",
  columns: {
    token: "text",
    at: "time",
    symbol: "text",
    symbol_key: "text",
    name: "text",
    name_raw: "text",
    contracts: "map",
    status: "text",
    digest: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type CoinRow = Row<typeof coin>;

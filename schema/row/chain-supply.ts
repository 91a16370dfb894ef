// Rows of the table chain_supply. Coins that a chain itself shows to be burned or staked.
import type { Row, Table } from "./table.ts";

export const chainSupply = {
  name: "chain_supply",
  columns: {
    token: "text",
    chain: "text",
    at: "time",
    burned_native: "numberOrNull",
    staked_native: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ChainSupplyRow = Row<typeof chainSupply>;

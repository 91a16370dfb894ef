// Rows of the table dex_pool. The largest pools of a token on decentralised exchanges.
import type { Row, Table } from "./table.ts";

export const dexPool = {
  name: "dex_pool",
  columns: {
    token: "text",
    chain: "text",
    dex: "text",
    pool: "text",
    at: "time",
    tvl_usd: "number",
    volume_24h_usd: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type DexPoolRow = Row<typeof dexPool>;

// Rows of the table token_tvl. Value locked behind a token by chain: of a protocol, or of the chain whose coin it is.
import type { Row, Table } from "./table.ts";

export const tokenTvl = {
  name: "token_tvl",
  columns: {
    token: "text",
    chain: "text",
    at: "time",
    tvl_usd: "number",
    change_24h_pct: "numberOrNull",
    neutral_change_pct: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type TokenTvlRow = Row<typeof tokenTvl>;

// Rows of the table coin_profile. What a directory says a project is.
import type { Row, Table } from "./table.ts";

export const coinProfile = {
  name: "coin_profile",
  columns: {
    token: "text",
    at: "time",
    description: "textOrNull",
    homepage_url: "textOrNull",
    launched_at: "timeOrNull",
    categories: "text",
    tvl_usd: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type CoinProfileRow = Row<typeof coinProfile>;

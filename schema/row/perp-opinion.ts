// Rows of the table perp_opinion. A second provider's open interest and funding, for comparison with the venues' own only.
import type { Row, Table } from "./table.ts";

export const perpOpinion = {
  name: "perp_opinion",
  columns: {
    token: "text",
    venue: "text",
    symbol: "text",
    at: "time",
    open_interest_usd: "numberOrNull",
    rate_pct: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type PerpOpinionRow = Row<typeof perpOpinion>;

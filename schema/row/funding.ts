// Rows of the table funding. Funding rates with the venue's own interval.
import type { Row, Table } from "./table.ts";

export const funding = {
  name: "funding",
  columns: {
    token: "text",
    venue: "text",
    symbol: "text",
    at: "time",
    kind: "text",
    rate: "number",
    interval_hours: "numberOrNull",
    next_funding_at: "timeOrNull",
    mark_price: "numberOrNull",
    index_price: "numberOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type FundingRow = Row<typeof funding>;

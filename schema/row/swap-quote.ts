// Rows of the table swap_quote. What aggregators of decentralised exchanges quote for an order of a size.
import type { Row, Table } from "./table.ts";

export const swapQuote = {
  name: "swap_quote",
  columns: {
    token: "text",
    chain: "text",
    venue: "text",
    side: "text",
    size_usd: "number",
    at: "time",
    amount_in: "text",
    amount_out: "text",
    probe_in: "text",
    probe_out: "text",
    impact_pct: "number",
    route: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type SwapQuoteRow = Row<typeof swapQuote>;

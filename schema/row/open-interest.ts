// Rows of the table open_interest. Single-side open interest of a perpetual.
import type { Row, Table } from "./table.ts";

export const openInterest = {
  name: "open_interest",
  columns: {
    token: "text",
    venue: "text",
    symbol: "text",
    at: "time",
    open_interest_native: "number",
    open_interest_usd: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type OpenInterestRow = Row<typeof openInterest>;

// Rows of the table option_interest. Open interest of a coin's options, puts and calls apart.
import type { Row, Table } from "./table.ts";

export const optionInterest = {
  name: "option_interest",
  columns: {
    token: "text",
    venue: "text",
    at: "time",
    put_native: "number",
    call_native: "number",
    put_usd: "number",
    call_usd: "number",
    options_count: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type OptionInterestRow = Row<typeof optionInterest>;

// Rows of the table fund_flow. What went into the funds of one coin on one day.
import type { Row, Table } from "./table.ts";

export const fundFlow = {
  name: "fund_flow",
  columns: {
    token: "text",
    at: "time",
    netflow_usd: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type FundFlowRow = Row<typeof fundFlow>;

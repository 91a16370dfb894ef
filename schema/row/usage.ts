// Rows of the table usage. Calls counted by second, process, caller, endpoint, status and way of payment.
import type { Row, Table } from "./table.ts";

export const usage = {
  name: "usage",
  columns: {
    at: "time",
    process: "text",
    caller: "text",
    route: "text",
    method: "text",
    tier: "text",
    status: "number",
    paid_by: "text",
    calls: "number",
  },
} as const satisfies Table;

export type UsageRow = Row<typeof usage>;

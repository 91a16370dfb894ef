// Rows of the table reject. Rows that were refused, kept with the reason.
import type { Row, Table } from "./table.ts";

export const reject = {
  name: "reject",
  columns: {
    dataset: "text",
    provider: "text",
    source: "text",
    token: "text",
    reason: "text",
    row: "text",
    at: "time",
  },
} as const satisfies Table;

export type RejectRow = Row<typeof reject>;

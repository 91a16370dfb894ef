// Rows of the table signal. Signals that fired; a change of status is a later version of the same key.
import type { Row, Table } from "./table.ts";

export const signal = {
  name: "signal",
  columns: {
    token: "text",
    at: "time",
    key: "text",
    id: "number",
    kind: "text",
    direction: "text",
    severity: "number",
    value: "number",
    ratio: "number",
    details: "text",
    status: "text",
    expires_at: "time",
    closed_at: "timeOrNull",
    rules: "text",
    changed_at: "time",
  },
} as const satisfies Table;

export type SignalRow = Row<typeof signal>;

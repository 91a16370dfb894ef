// Rows of the table event. Whatever was issued or detected that somebody may wait for, numbered.
import type { Row, Table } from "./table.ts";

export const event = {
  name: "event",
  columns: {
    number: "number",
    kind: "text",
    token: "text",
    at: "time",
    id: "text",
    verdict_from: "text",
    verdict_to: "text",
    direction: "text",
    severity: "number",
    written_at: "time",
  },
} as const satisfies Table;

export type EventRow = Row<typeof event>;

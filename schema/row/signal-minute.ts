// Rows of the table signal_minute. Minutes that were evaluated, each with its whole outcome: the first row of a minute counts.
import type { Row, Table } from "./table.ts";

export const signalMinute = {
  name: "signal_minute",
  columns: {
    at: "time",
    read_at: "time",
    last_id: "number",
    skipped_count: "number",
    coverage: "text",
    outcome: "text",
    written_at: "time",
  },
} as const satisfies Table;

export type SignalMinuteRow = Row<typeof signalMinute>;

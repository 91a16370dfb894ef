// Rows of the table checkpoint. Signed checkpoints of the proof log.
import type { Row, Table } from "./table.ts";

export const checkpoint = {
  name: "checkpoint",
  columns: {
    size: "number",
    root: "text",
    origin: "text",
    note: "text",
    signed_at: "time",
  },
} as const satisfies Table;

export type CheckpointRow = Row<typeof checkpoint>;

// Rows of the table unlock. Unlock schedules as read: releases from a day back to 100 days ahead, days without one included.
import type { Row, Table } from "./table.ts";

export const unlock = {
  name: "unlock",
  columns: {
    token: "text",
    read_at: "time",
    at: "time",
    kind: "text",
    amount_native: "number",
    category: "text",
    schedule: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type UnlockRow = Row<typeof unlock>;

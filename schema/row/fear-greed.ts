// Rows of the table fear_greed. One day of the fear and greed index.
import type { Row, Table } from "./table.ts";

export const fearGreed = {
  name: "fear_greed",
  columns: {
    token: "text",
    at: "time",
    value: "number",
    label: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type FearGreedRow = Row<typeof fearGreed>;

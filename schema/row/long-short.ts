// Rows of the table long_short. Long/short ratios by kind.
import type { Row, Table } from "./table.ts";

export const longShort = {
  name: "long_short",
  columns: {
    token: "text",
    venue: "text",
    symbol: "text",
    kind: "text",
    at: "time",
    ratio: "number",
    long_pct: "number",
    short_pct: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type LongShortRow = Row<typeof longShort>;

// Rows of the table freshness_sample. What the status page measured, once a minute.
import type { Row, Table } from "./table.ts";

export const freshnessSample = {
  name: "freshness_sample",
  columns: {
    dataset: "text",
    at: "time",
    tokens_expected: "number",
    tokens_fresh: "number",
    age_p50_s: "numberOrNull",
    age_p95_s: "numberOrNull",
  },
} as const satisfies Table;

export type FreshnessSampleRow = Row<typeof freshnessSample>;

// Rows of the table issued. Every issued object as it was issued.
import type { Row, Table } from "./table.ts";

export const issued = {
  name: "issued",
  columns: {
    id: "text",
    kind: "text",
    object: "text",
    schema: "text",
    token: "text",
    as_of: "time",
    issued_at: "time",
    canonical: "text",
    hash: "text",
    source_calls: "text",
    supersedes: "text",
  },
} as const satisfies Table;

export type IssuedRow = Row<typeof issued>;

// Rows of the table issued_input. What was read live for an issued object.
import type { Row, Table } from "./table.ts";

export const issuedInput = {
  name: "issued_input",
  columns: {
    id: "text",
    hash: "text",
    at: "time",
    inputs: "text",
  },
} as const satisfies Table;

export type IssuedInputRow = Row<typeof issuedInput>;

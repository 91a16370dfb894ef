// Rows of the table log_leaf. The proof log, one leaf an object.
import type { Row, Table } from "./table.ts";

export const logLeaf = {
  name: "log_leaf",
  columns: {
    leaf_index: "number",
    id: "text",
    hash: "text",
    appended_at: "time",
  },
} as const satisfies Table;

export type LogLeafRow = Row<typeof logLeaf>;

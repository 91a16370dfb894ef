// Rows of the table log_node. Whole subtrees of the proof log.
import type { Row, Table } from "./table.ts";

export const logNode = {
  name: "log_node",
  columns: {
    level: "number",
    node_index: "number",
    hash: "text",
  },
} as const satisfies Table;

export type LogNodeRow = Row<typeof logNode>;

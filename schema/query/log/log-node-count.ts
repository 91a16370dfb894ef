// Query: how many whole subtrees of each level are stored, from the left and without a hole.
import type { Query } from "../query.ts";

type LogNodeCountRow = { readonly level: number; readonly stored: number };

export const logNodeCount: Query<object, LogNodeCountRow> = {
  name: "log-node-count",
  sql: "SELECT level, toUInt64(uniqExact(node_index)) AS stored FROM log_node GROUP BY level ORDER BY level",
};

// Query: how many leaves the log has, and the highest index; they differ where the log has a hole.
import type { Query } from "../query.ts";

type LogHeadRow = { readonly leaves: number; readonly next: number };

export const logHead: Query<object, LogHeadRow> = {
  name: "log-head",
  sql: "SELECT toUInt64(uniqExact(leaf_index)) AS leaves, toUInt64(if(count() = 0, 0, max(leaf_index) + 1)) AS next FROM log_leaf",
};

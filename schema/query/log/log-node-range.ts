// Query: whole subtrees of one level from an index on. Two hashes under one place would be two histories.
import type { Query } from "../query.ts";

type LogNodeRangeRow = { readonly node_index: number; readonly hash: string; readonly hashes: number };

export const logNodeRange: Query<{ readonly level: number; readonly from: number }, LogNodeRangeRow> = {
  name: "log-node-range",
  sql: `
SELECT node_index, any(n.hash) AS hash, toUInt32(uniqExact(n.hash)) AS hashes
FROM log_node AS n
WHERE level = {level:UInt8} AND node_index >= {from:UInt64}
GROUP BY node_index
ORDER BY node_index`,
};

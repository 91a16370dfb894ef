// Query: leaves of the log from an index on.
import type { Query } from "../query.ts";

type LogLeafRangeRow = { readonly leaf_index: number; readonly id: string; readonly hash: string };

export const logLeafRange: Query<{ readonly from: number; readonly limit: number }, LogLeafRangeRow> = {
  name: "log-leaf-range",
  sql: `
SELECT leaf_index, id, hash
FROM log_leaf
WHERE leaf_index >= {from:UInt64}
ORDER BY leaf_index, id
LIMIT {limit:UInt32}`,
};

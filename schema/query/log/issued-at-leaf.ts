// Query: the objects behind some leaves of the log.
import type { Query } from "../query.ts";

type IssuedAtLeafRow = { readonly leaf_index: number; readonly canonical: string };

export const issuedAtLeaf: Query<{ readonly leaves: readonly number[] }, IssuedAtLeafRow> = {
  name: "issued-at-leaf",
  sql: `
SELECT l.leaf_index AS leaf_index, i.canonical AS canonical
FROM (SELECT leaf_index, id FROM log_leaf WHERE leaf_index IN {leaves:Array(UInt64)}) AS l
INNER JOIN (
  SELECT id, canonical FROM issued_object WHERE id IN (SELECT id FROM log_leaf WHERE leaf_index IN {leaves:Array(UInt64)})
) AS i ON i.id = l.id
ORDER BY leaf_index`,
};

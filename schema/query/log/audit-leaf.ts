// Query: leaves of a range whose object, hash or place in the tree is not what was logged.
import type { Query } from "../query.ts";

export type AuditRange = { readonly from: number; readonly to: number };
type AuditLeafRow = { readonly leaf_index: number; readonly id: string; readonly problem: string };

export const auditLeaf: Query<AuditRange, AuditLeafRow> = {
  name: "audit-leaf",
  sql: `
WITH leaves AS (
  SELECT leaf_index, id, hash FROM log_leaf WHERE leaf_index >= {from:UInt64} AND leaf_index < {to:UInt64}
)
SELECT l.leaf_index AS leaf_index, l.id AS id, multiIf(
  i.id = '', 'the logged object is not stored',
  i.digest != i.hash, 'the stored bytes do not hash to the issued hash',
  i.hash != l.hash, 'the leaf is of another hash',
  n.hash != lower(hex(SHA256(concat(unhex('00'), unhex(l.hash))))), 'the tree holds another leaf', '') AS problem
FROM leaves AS l
LEFT JOIN (
  SELECT id, hash, lower(hex(SHA256(canonical))) AS digest FROM issued_object WHERE id IN (SELECT id FROM leaves)
) AS i ON i.id = l.id
LEFT JOIN (
  SELECT node_index, hash FROM log_node
  WHERE level = 0 AND node_index >= {from:UInt64} AND node_index < {to:UInt64}
) AS n ON n.node_index = l.leaf_index
WHERE problem != ''
ORDER BY leaf_index
LIMIT 1`,
};

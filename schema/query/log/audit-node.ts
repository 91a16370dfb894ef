// Query: whole subtrees over a range of leaves that are not the hash of their halves.
import type { Query } from "../query.ts";
import type { AuditRange } from "./audit-leaf.ts";

type AuditNodeRow = { readonly level: number; readonly node_index: number };

export const auditNode: Query<AuditRange, AuditNodeRow> = {
  name: "audit-node",
  sql: `
WITH nodes AS (
  SELECT level, node_index, hash FROM log_node
  WHERE node_index >= intDiv(bitShiftRight({from:UInt64}, level), 2) * 2
    AND node_index <= bitShiftRight({to:UInt64} - 1, level) + 1
)
SELECT p.level AS level, p.node_index AS node_index
FROM nodes AS p
LEFT JOIN nodes AS l ON l.level + 1 = p.level AND l.node_index = p.node_index * 2
LEFT JOIN nodes AS r ON r.level + 1 = p.level AND r.node_index = p.node_index * 2 + 1
WHERE p.level > 0 AND p.node_index >= bitShiftRight({from:UInt64}, p.level)
  AND p.node_index <= bitShiftRight({to:UInt64} - 1, p.level)
  AND p.hash != lower(hex(SHA256(concat(unhex('01'), unhex(l.hash), unhex(r.hash)))))
ORDER BY level, node_index
LIMIT 1`,
};

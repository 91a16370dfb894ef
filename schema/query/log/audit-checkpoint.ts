// Query: signed checkpoints of sizes in a range, with what the oracle network said of them.
import type { Query } from "../query.ts";
import type { AuditRange } from "./audit-leaf.ts";

/** `evidence` empty where none was attested. */
export type AuditCheckpointRow = {
  readonly size: number;
  readonly root: string;
  readonly note: string;
  readonly attested_root: string;
  readonly evidence: string;
  /** JSON of the leaves that the nodes saw for themselves. */
  readonly corroborated: string;
};

export const auditCheckpoint: Query<AuditRange & { readonly limit: number }, AuditCheckpointRow> = {
  name: "audit-checkpoint",
  sql: `
SELECT c.size AS size, c.root AS root, c.note AS note, a.root AS attested_root, a.evidence AS evidence,
  a.corroborated AS corroborated
FROM (SELECT size, root, note FROM checkpoint WHERE size > {from:UInt64} AND size <= {to:UInt64}) AS c
LEFT JOIN (
  SELECT size, root, evidence, corroborated FROM attestation
  WHERE driver = 'oracle' AND status = 'attested' AND size > {from:UInt64} AND size <= {to:UInt64}
) AS a ON a.size = c.size
ORDER BY size DESC
LIMIT {limit:UInt32}`,
};

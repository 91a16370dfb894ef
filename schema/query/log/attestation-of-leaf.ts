// Query: what each driver says of the checkpoints that hold a leaf; of each status the row that counts.
import type { Query } from "../query.ts";

/** The first checkpoint that was attested or does not match, the last one that is pending or failed. */
export type AttestationOfLeafRow = {
  readonly driver: string;
  readonly size: number;
  readonly status: string;
  readonly attempt: number;
  readonly at_ms: number;
  readonly network: string;
  readonly root: string;
  readonly evidence: string;
  readonly corroborated: string;
  readonly problem: string;
};

export const attestationOfLeaf: Query<{ readonly leaf: number }, AttestationOfLeafRow> = {
  name: "attestation-of-leaf",
  sql: `
SELECT driver, size, status, attempt, toUnixTimestamp64Milli(a.at) AS at_ms, network, root, evidence, corroborated, problem
FROM attestation AS a
WHERE size > {leaf:UInt64}
ORDER BY driver, status, if(status IN ('attested', 'mismatch'), toInt64(size), -toInt64(size)), -toInt64(attempt)
LIMIT 1 BY driver, status`,
};

// Query: what a driver did last, of the largest checkpoint it looked at and the newest at that.
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
export type AttestationNewestRow = {
  readonly size: number;
  readonly status: string;
  readonly attempt: number;
  readonly at_ms: number;
  readonly evidence: string;
  /** The largest size it attested, and when; 0 before the first. */
  readonly attested_size: number;
  readonly attested_ms: number;
};

export const attestationNewest: Query<{ readonly driver: string }, AttestationNewestRow> = {
  name: "attestation-newest",
  sql: `
SELECT size, status, attempt, toUnixTimestamp64Milli(a.at) AS at_ms, evidence,
  (SELECT toUInt64(max(size)) FROM attestation WHERE driver = {driver:String} AND status = 'attested') AS attested_size,
  (SELECT toUnixTimestamp64Milli(max(b.at)) FROM attestation AS b WHERE b.driver = {driver:String} AND b.status = 'attested') AS attested_ms
FROM attestation AS a
WHERE a.driver = {driver:String}
ORDER BY size DESC, attempt DESC, indexOf(['pending', 'failed', 'attested', 'mismatch'], status) DESC,
  evidence != '' DESC
LIMIT 1`,
};

// Query: how far the oracle network has attested the log, and how soon it does.
import type { Query } from "../query.ts";

/** Leaves under the largest attested checkpoint now and a day ago; times in ms; `latency_s` null where none was attested. */
export type AttestationCountRow = {
  readonly attested: number;
  readonly attested_before: number;
  readonly attested_ms: number;
  readonly latency_s: number | null;
};

export const attestationCount: Query<{ readonly asOf: number }, AttestationCountRow> = {
  name: "attestation-count",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY AS day
SELECT toUInt32(max(a.size)) AS attested, toUInt32(maxIf(a.size, a.at < day)) AS attested_before,
  toUnixTimestamp64Milli(max(a.at)) AS attested_ms,
  if(countIf(a.at >= day) = 0, NULL, round(quantileIf(0.5)(dateDiff('millisecond', c.signed_at, a.at), a.at >= day) / 1000, 3)) AS latency_s
FROM attestation AS a
INNER JOIN checkpoint AS c ON c.size = a.size
WHERE a.driver = 'oracle' AND a.status = 'attested'`,
};

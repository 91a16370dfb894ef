// Query: issued evaluations and briefs that the record has not taken up yet, with what the record keeps of them.
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; `valid_ms` 0 where it has no end. What the object does not hold is empty. */
type RecordIssuedRow = {
  readonly kind: "evaluation" | "brief";
  readonly id: string;
  readonly subkind: string;
  readonly token: string;
  readonly issued_ms: number;
  readonly direction: string;
  readonly verdict: string;
  readonly severity: number;
  readonly side: string;
  readonly confidence: number;
  readonly p_right_1h: number | null;
  readonly p_right_24h: number | null;
  readonly p_right_7d: number | null;
  readonly sigma_1h_pct: number | null;
  readonly sigma_24h_pct: number | null;
  readonly sigma_7d_pct: number | null;
  readonly valid_ms: number;
  readonly previous_verdict: string;
  readonly rules: string;
  readonly is_simulated: 0 | 1;
};

export type RecordTake = {
  /** Epoch milliseconds: nothing that was issued before is looked at. */
  readonly from: number;
  readonly limit: number;
};

export const recordIssued: Query<RecordTake, RecordIssuedRow> = {
  name: "record-issued",
  sql: `
SELECT i.kind AS kind, i.id AS id, subkind, i.token AS token, toUnixTimestamp64Milli(i.issued_at) AS issued_ms, direction,
  verdict, severity, side, confidence, p_right_1h, p_right_24h, p_right_7d, sigma_1h_pct, sigma_24h_pct, sigma_7d_pct,
  ifNull(toUnixTimestamp64Milli(i.valid_until), 0) AS valid_ms, previous_verdict, rules, is_simulated
FROM issued_object AS i
WHERE i.kind IN ('evaluation', 'brief') AND i.issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND (i.kind, i.id) NOT IN (
    SELECT kind, id FROM record_call WHERE issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
ORDER BY i.issued_at, i.id
LIMIT {limit:UInt32}`,
};

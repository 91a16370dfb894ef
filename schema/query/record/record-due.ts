// Query: calls of the record issued within a time, with or without those whose outcome at a horizon is settled.
import type { Query } from "../query.ts";

/** Epoch milliseconds, both ends within; `horizon` in hours; `all` 1 also gives what is settled. */
type RecordDue = {
  readonly from: number;
  readonly to: number;
  readonly horizon: number;
  readonly all: 0 | 1;
  readonly limit: number;
};
export type RecordDueRow = {
  readonly kind: "evaluation" | "signal" | "brief";
  readonly id: string;
  readonly subkind: string;
  readonly token: string;
  readonly issued_ms: number;
  readonly valid_ms: number;
  readonly verdict: string;
  readonly previous_verdict: string;
  readonly direction: string;
  readonly severity: number;
  readonly definition: string;
  readonly p_right: number;
  readonly sigma_pct: number | null;
  readonly is_simulated: 0 | 1;
};

export const recordDue: Query<RecordDue, RecordDueRow> = {
  name: "record-due",
  sql: `
SELECT c.kind AS kind, c.id AS id, c.subkind AS subkind, c.token AS token, toUnixTimestamp64Milli(c.issued_at) AS issued_ms,
  ifNull(toUnixTimestamp64Milli(c.valid_until), 0) AS valid_ms, c.verdict AS verdict, c.previous_verdict AS previous_verdict,
  c.direction AS direction, c.severity AS severity, c.definition AS definition,
  multiIf({horizon:UInt16} = 1, c.p_right_1h, {horizon:UInt16} = 24, c.p_right_24h, c.p_right_7d) AS p_right,
  multiIf({horizon:UInt16} = 1, c.sigma_1h_pct, {horizon:UInt16} = 24, c.sigma_24h_pct, c.sigma_7d_pct) AS sigma_pct,
  c.is_simulated AS is_simulated
FROM record_call AS c FINAL
WHERE c.issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND c.issued_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND ({all:UInt8} = 1 OR (c.kind, c.id) NOT IN (
    SELECT kind, id FROM outcome
    WHERE horizon_h = {horizon:UInt16} AND issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      AND issued_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')))
ORDER BY issued_ms, c.kind, c.id
LIMIT {limit:UInt32}`,
};

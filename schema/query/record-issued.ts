// Query: issued evaluations and briefs that the record has not taken up yet, with what the record keeps of them.
import type { Query } from "../io/clickhouse.ts";

/** Times in epoch milliseconds; `valid_ms` 0 where it has no end. Text that the object does not hold is empty. */
export type RecordIssuedRow = {
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

const number = (...path: string[]) =>
  `JSONExtract(canonical, ${["data", ...path].map((name) => `'${name}'`).join(", ")}, 'Nullable(Float64)')`;
const text = (...path: string[]) =>
  `JSONExtractString(canonical, ${["data", ...path].map((name) => `'${name}'`).join(", ")})`;

export const recordIssued: Query<RecordTake, RecordIssuedRow> = {
  name: "record-issued",
  sql: `
SELECT i.kind AS kind, i.id AS id, if(i.kind = 'evaluation', ${text("kind")}, '') AS subkind, i.token AS token,
  toUnixTimestamp64Milli(i.issued_at) AS issued_ms, ${text("direction")} AS direction, ${text("verdict")} AS verdict,
  toUInt8(ifNull(${number("severity")}, 0)) AS severity, ${text("order", "side")} AS side,
  ifNull(${number("confidence")}, 0) AS confidence,
  ${number("p_right", "1h")} AS p_right_1h, ${number("p_right", "24h")} AS p_right_24h, ${number("p_right", "7d")} AS p_right_7d,
  ${number("sigma_pct", "1h")} AS sigma_1h_pct, ${number("sigma_pct", "24h")} AS sigma_24h_pct, ${number("sigma_pct", "7d")} AS sigma_7d_pct,
  ifNull(toUnixTimestamp64Milli(parseDateTime64BestEffortOrNull(${text("valid_until")}, 3, 'UTC')), 0) AS valid_ms,
  ${text("previous", "verdict")} AS previous_verdict, ${text("rules_version")} AS rules,
  toUInt8(position(canonical, '"sandbox:') > 0) AS is_simulated
FROM issued AS i
WHERE i.kind IN ('evaluation', 'brief') AND i.issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND (i.kind, i.id) NOT IN (
    SELECT kind, id FROM record_call WHERE issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
ORDER BY i.issued_at, i.id
LIMIT {limit:UInt32}`,
};

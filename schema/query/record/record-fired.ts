// Query: signals that fired and that the record has not taken up yet.
import { NEWEST } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import type { RecordTake } from "./record-issued.ts";

/** `issued_ms`: when the minute that fired it was written, epoch milliseconds; nobody could see it before. */
type RecordFiredRow = {
  readonly id: string;
  readonly subkind: string;
  readonly token: string;
  readonly issued_ms: number;
  readonly direction: string;
  readonly severity: number;
  readonly rules: string;
  readonly is_simulated: 0 | 1;
};

export const recordFired: Query<RecordTake, RecordFiredRow> = {
  name: "record-fired",
  sql: `
SELECT toString(s.id) AS id, s.kind AS subkind, s.token AS token,
  toUnixTimestamp64Milli(greatest(m.written, s.at)) AS issued_ms, s.direction AS direction, s.severity AS severity,
  s.rules AS rules, toUInt8(position(s.details, '"sandbox:') > 0) AS is_simulated
FROM (SELECT * FROM signal FINAL WHERE ${NEWEST} AND at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')) AS s
LEFT JOIN (
  SELECT at, min(written_at) AS written FROM signal_minute
  WHERE at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') GROUP BY at
) AS m ON m.at = s.at
WHERE toString(s.id) NOT IN (
  SELECT id FROM record_call WHERE kind = 'signal' AND issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
ORDER BY issued_ms, s.id
LIMIT {limit:UInt32}`,
};

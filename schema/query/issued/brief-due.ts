// Query: when the last brief of each token was issued and its number, and when something last happened to it that asks for one.
import type { Query } from "../query.ts";

/** Epoch milliseconds, 0 for never: a critical signal, or a verdict that turned to avoid, of the last six hours. */
export type BriefDueRow = {
  readonly token: string;
  readonly brief_ms: number;
  /** The highest, 0 where there is none. */
  readonly number: number;
  readonly urgent_ms: number;
};

export const briefDue: Query<{ readonly asOf: number }, BriefDueRow> = {
  name: "brief-due",
  sql: `
SELECT token, max(brief) AS brief_ms, toUInt32(max(n)) AS number, max(urgent) AS urgent_ms
FROM (
  SELECT toString(i.token) AS token, toUnixTimestamp64Milli(i.issued_at) AS brief,
    toUInt64OrZero(i.id) AS n, toInt64(0) AS urgent
  FROM issued_object AS i
  WHERE i.month = 0 AND i.kind = 'brief' AND i.token != ''
  UNION ALL
  SELECT toString(e.token), toInt64(0), toUInt64(0), toUnixTimestamp64Milli(e.at)
  FROM event AS e
  WHERE e.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 6 HOUR
    AND ((e.kind = 'signal' AND e.severity = 3) OR (e.kind = 'verdict_change' AND e.verdict_to = 'avoid'))
)
GROUP BY token
ORDER BY token`,
};

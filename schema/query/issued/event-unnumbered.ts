// Query: what was issued or detected and is no event yet, oldest first, each with the number that comes next.
import type { EventRow } from "../../dataset/signal/event.ts";
import type { Query } from "../query.ts";
import { IS_BRIEF } from "./brief-latest.ts";

/** `at` in epoch milliseconds. `next` was read before what is an event already. */
type EventUnnumberedRow = Omit<EventRow, "number" | "written_at"> & { readonly next: number };

/** To avoid 3, from proceed to caution 2, an improvement 1 (contract 5.2). */
const SEVERITY = "multiIf(standing = 'avoid', 3, changed_from = 'proceed', 2, 1)";

/** Nothing is written down so long after it was true. */
const LATE = "INTERVAL 1 DAY";

export const eventUnnumbered: Query<{ readonly limit: number }, EventUnnumberedRow> = {
  name: "event-unnumbered",
  sql: `
WITH (SELECT if(count() = 0, 1, max(number) + 1) FROM event) AS next_number, (SELECT max(at) FROM event) - ${LATE} AS since
SELECT toUInt64(next_number) AS next, kind, token, toUnixTimestamp64Milli(told_at) AS at, id, verdict_from, verdict_to,
  direction, toUInt8(severity) AS severity
FROM (
  SELECT 'verdict_change' AS kind, toString(i.token) AS token, i.issued_at AS told_at, i.id AS id,
    toString(changed_from) AS verdict_from, toString(standing) AS verdict_to, '' AS direction, ${SEVERITY} AS severity
  FROM issued_object AS i WHERE i.changed_from != '' AND i.issued_at > since
  UNION ALL
  SELECT 'brief', toString(i.token), i.issued_at, i.id, '', '', toString(i.direction), i.severity
  FROM issued_object AS i WHERE ${IS_BRIEF} AND i.issued_at > since
  UNION ALL
  SELECT 'signal', toString(any(s.token)), any(s.at), toString(s.id), '', '', toString(any(s.direction)), any(s.severity)
  FROM signal AS s WHERE s.at > since GROUP BY s.id
)
WHERE (kind, id) NOT IN (SELECT toString(e.kind), e.id FROM event AS e WHERE e.at > since)
ORDER BY told_at, kind, length(id), id
LIMIT {limit:UInt32}`,
};

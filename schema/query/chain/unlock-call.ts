// Query: how the last asking for unlock schedules ended, of each token and of the list of all of them.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";
import type { CallLatestRow } from "../service/call-latest.ts";

/** Of the 72 hours that a schedule counts for: other calls are looked back for two hours, and schedules are read every six. */
export const unlockCall: Query<Instant, CallLatestRow> = {
  name: "unlock-call",
  sql: `
SELECT s.provider AS provider, s.source AS source, s.token AS token, any(s.endpoint) AS endpoint,
  toUnixTimestamp64Milli(min(s.responded_at)) AS first_at,
  argMax(s.outcome, (s.responded_at, s.id)) AS last_outcome, toUnixTimestamp64Milli(max(s.responded_at)) AS last_at,
  toUnixTimestamp64Milli(maxIf(s.responded_at, s.outcome = 'ok')) AS ok_at,
  toUnixTimestamp64Milli(maxIf(s.responded_at, s.outcome = 'ok' AND s.rows > 0)) AS kept_at
FROM source_call AS s
WHERE ${storedByKnown("s")} AND s.provider IN ('defillama', 'sandbox:defillama') AND s.source = 'defillama-unlock'
  AND s.requested_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 72 HOUR
  AND s.requested_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AND s.responded_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND s.token IN arrayConcat({tokens:Array(String)}, [''])
GROUP BY provider, source, token
ORDER BY provider, source, token`,
};

// Query: how the deliveries of monitors stand.
import type { Query } from "../query.ts";

/** Times in epoch milliseconds, 0 for none. */
export type DeliveryStandingRow = {
  readonly monitor: string;
  readonly last_sequence: number;
  readonly pending: number;
  readonly exhausted: number;
  readonly last_attempt_at: number;
  readonly last_success_at: number;
  readonly last_status: number;
  readonly failures: number;
  readonly next_attempt_at: number;
};

type Params = { readonly monitors: readonly string[]; readonly since: number };

const MADE = "d.outcome != 'held'";
const OF = "d.monitor IN {monitors:Array(String)}";
const ENDS = "('delivered', 'exhausted', 'gone', 'held')";

/** Messages matched before an instant (epoch milliseconds) are sent no more. */
export const deliveryStanding: Query<Params, DeliveryStandingRow> = {
  name: "delivery-standing",
  sql: `
WITH
  by_message AS (
    SELECT d.message AS message, argMax(d.state, d.attempt) AS state,
      toUnixTimestamp64Milli(ifNull(argMax(d.next_at, d.attempt), toDateTime64(0, 3, 'UTC'))) AS next_ms
    FROM delivery AS d FINAL WHERE ${OF} GROUP BY message
  ),
  attempts AS (
    SELECT d.monitor AS monitor, maxIf(d.at, ${MADE}) AS last_at, maxIf(d.at, d.state = 'delivered') AS taken_at,
      argMaxIf(d.status, d.at, ${MADE}) AS last_status
    FROM delivery AS d FINAL WHERE ${OF} GROUP BY monitor
  ),
  failed AS (
    SELECT d.monitor AS monitor, countIf(${MADE} AND d.state != 'delivered' AND d.at > a.taken_at) AS failures
    FROM delivery AS d FINAL INNER JOIN attempts AS a ON a.monitor = d.monitor WHERE ${OF} GROUP BY monitor
  )
SELECT m.monitor AS monitor, max(m.sequence) AS last_sequence,
  countIf(m.is_held = 0 AND m.written_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
    AND b.state NOT IN ${ENDS}) AS pending,
  countIf(b.state = 'exhausted') AS exhausted,
  toUnixTimestamp64Milli(any(a.last_at)) AS last_attempt_at, toUnixTimestamp64Milli(any(a.taken_at)) AS last_success_at,
  any(a.last_status) AS last_status, any(f.failures) AS failures,
  minIf(b.next_ms, b.state = 'retry') AS next_attempt_at
FROM message AS m
LEFT JOIN by_message AS b ON b.message = m.id
LEFT JOIN attempts AS a ON a.monitor = m.monitor
LEFT JOIN failed AS f ON f.monitor = m.monitor
WHERE m.monitor IN {monitors:Array(String)}
GROUP BY monitor`,
};

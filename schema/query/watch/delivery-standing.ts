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
const SINCE = "fromUnixTimestamp64Milli({since:Int64}, 'UTC')";
const LAST_NEXT = "ifNull(argMax(d.next_at, (d.attempt, d.at)), toDateTime64(0, 3, 'UTC'))";

/** Messages matched before an instant (epoch milliseconds) are sent no more. */
export const deliveryStanding: Query<Params, DeliveryStandingRow> = {
  name: "delivery-standing",
  sql: `
WITH
  ended AS (
    SELECT d.message FROM delivery AS d
    WHERE ${OF} AND d.state IN ('delivered', 'exhausted', 'gone', 'held') AND d.at >= ${SINCE}
  ),
  attempts AS (
    SELECT d.monitor AS monitor, maxIf(d.at, ${MADE}) AS last_at, maxIf(d.at, d.state = 'delivered') AS taken_at,
      argMaxIf(d.status, d.at, ${MADE}) AS last_status, uniqExactIf(d.message, d.state = 'exhausted') AS exhausted
    FROM delivery AS d WHERE ${OF} GROUP BY monitor
  ),
  failed AS (
    SELECT d.monitor AS monitor, uniqExact(d.message, d.attempt) AS failures
    FROM delivery AS d INNER JOIN attempts AS a ON a.monitor = d.monitor
    WHERE ${OF} AND ${MADE} AND d.state != 'delivered' AND d.at > a.taken_at GROUP BY monitor
  ),
  due AS (
    SELECT monitor, min(next_ms) AS next_ms
    FROM (
      SELECT d.monitor AS monitor, toUnixTimestamp64Milli(${LAST_NEXT}) AS next_ms
      FROM delivery AS d WHERE ${OF} AND d.state = 'retry' AND d.message NOT IN ended GROUP BY d.monitor, d.message
    )
    GROUP BY monitor
  ),
  numbered AS (
    SELECT m.monitor AS monitor, max(m.sequence) AS last_sequence,
      countIf(m.is_held = 0 AND m.written_at >= ${SINCE} AND m.id NOT IN ended) AS pending
    FROM message AS m WHERE m.monitor IN {monitors:Array(String)} GROUP BY monitor
  )
SELECT n.monitor AS monitor, n.last_sequence AS last_sequence, n.pending AS pending, a.exhausted AS exhausted,
  toUnixTimestamp64Milli(a.last_at) AS last_attempt_at, toUnixTimestamp64Milli(a.taken_at) AS last_success_at,
  a.last_status AS last_status, f.failures AS failures, d.next_ms AS next_attempt_at
FROM numbered AS n
LEFT JOIN attempts AS a ON a.monitor = n.monitor
LEFT JOIN failed AS f ON f.monitor = n.monitor
LEFT JOIN due AS d ON d.monitor = n.monitor`,
};

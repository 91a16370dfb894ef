// Query: messages that should have been sent by now, with the attempt that is due.
import type { Query } from "../query.ts";
import { STANDS } from "./monitor-row.ts";

type MessageOverdueRow = {
  readonly id: string;
  readonly monitor: string;
  readonly sequence: number;
  readonly event: number;
  /** From 1. */
  readonly attempt: number;
};

type Params = {
  readonly since: number;
  readonly due: number;
  readonly limit: number;
  /** Of these alone; of all where there is none. */
  readonly monitors: readonly string[];
};

/** A receiver that fails is tried with a few: when one is taken, the others follow. */
const FAILING_MAX = 8;
/** For one of a receiver that fails so many of one that does not. */
const WELL_WEIGHT = 8;
/** Both tables are in the order of monitors. */
const ASKED = "(empty({monitors:Array(String)}) OR monitor IN {monitors:Array(String)})";

/**
 * Of messages matched since an instant those due before another, both epoch milliseconds. Of each monitor the oldest first,
 * and more of those whose last attempt did not fail: what waits for a receiver that hangs is before nobody, and who answers
 * slowly and has much to get keeps none of those that fail from being tried.
 */
export const messageOverdue: Query<Params, MessageOverdueRow> = {
  name: "message-overdue",
  sql: `
WITH fromUnixTimestamp64Milli({since:Int64}, 'UTC') AS since, fromUnixTimestamp64Milli({due:Int64}, 'UTC') AS due
SELECT id, monitor, sequence, event, attempt
FROM (
  SELECT m.id AS id, m.monitor AS monitor, m.sequence AS sequence, m.event AS event, toUInt8(d.made + 1) AS attempt,
    h.is_failing AS is_failing, row_number() OVER (PARTITION BY m.monitor ORDER BY m.event) AS place
  FROM message AS m
  LEFT JOIN (
    SELECT message, max(attempt) AS made, argMax(state, attempt) AS last_state, argMax(next_at, attempt) AS last_next
    FROM delivery WHERE at >= since AND ${ASKED} GROUP BY message
  ) AS d ON d.message = m.id
  LEFT JOIN (
    SELECT monitor, argMax(state, at) != 'delivered' AS is_failing
    FROM delivery WHERE at >= since AND outcome != 'held' AND ${ASKED} GROUP BY monitor
  ) AS h ON h.monitor = m.monitor
  WHERE m.monitor IN (SELECT m.id FROM monitor AS m FINAL WHERE ${STANDS}) AND m.is_held = 0 AND m.written_at >= since
    AND ${ASKED.replace("monitor IN", "m.monitor IN")}
    AND ((d.made = 0 AND m.written_at < due) OR (d.last_state = 'retry' AND d.last_next < due))
)
WHERE NOT is_failing OR place <= ${FAILING_MAX}
ORDER BY if(is_failing, place * ${WELL_WEIGHT}, place), is_failing, event, monitor LIMIT {limit:UInt32}`,
};

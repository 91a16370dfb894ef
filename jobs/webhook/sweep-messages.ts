// Has messages sent that are due and that no job sends: what a Redis that lost its data has forgotten, what died, and what
// found too many waiting before it.
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import { messageOverdue } from "../../schema/query/watch/message-overdue.ts";
import type { Deps } from "../deps.ts";
import { deliverRequest } from "./match-events.ts";
import { standingMonitors, type WatchDeps } from "./standing.ts";

/** So long a message may wait for its turn without being looked for. */
const OVERDUE_MS = 5 * MINUTE_MS;
/** Longer than any message is retried. */
const WITHIN_MS = 3 * DAY_MS;
const ROWS_MAX = 5_000;

/** @returns how many messages were asked to be sent. */
export async function sweepMessages(deps: WatchDeps & Pick<Deps, "producer">): Promise<number> {
  const { store, producer, clock } = deps;
  if ((await standingMonitors(deps)).byId.size === 0) return 0;
  const now = clock.now();
  const params = { since: now - WITHIN_MS, due: now - OVERDUE_MS, limit: ROWS_MAX };
  const rows = await store.query(messageOverdue, params);
  // Of another name in each period: the job that was asked for first may have failed for good.
  const period = String(Math.floor(now / OVERDUE_MS));
  await producer.addAll(
    rows.map(({ id: message, monitor, sequence, event, attempt }) =>
      deliverRequest({ message, monitor, sequence, event, attempt }, ["again", period]),
    ),
  );
  return rows.length;
}

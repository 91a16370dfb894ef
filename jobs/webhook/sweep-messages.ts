// Has messages sent that are due and that no job sends: what a Redis that lost its data has forgotten, what died, and what
// found too many waiting before it; and what waits for a receiver that is well again.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { KEYS } from "../../schema/key.ts";
import { messageOverdue } from "../../schema/query/watch/message-overdue.ts";
import { SUSPEND_MS } from "../../schema/webhook/schedule.ts";
import type { Deps } from "../deps.ts";
import { deliverRequest } from "./match-events.ts";
import { hostOf, ownerOf, standingMonitors, type WatchDeps } from "./standing.ts";

/** So long a message may wait for its turn without being looked for. */
const OVERDUE_MS = 5 * MINUTE_MS;
/** Longer than any message is retried. */
const RETRIED_MS = 3 * DAY_MS;
/** Longer than anything waits for a receiver before it is suspended: so far back an hour's first sweep and wakes look. */
const WAITED_MS = SUSPEND_MS + 2 * DAY_MS;
const ROWS_MAX = 5_000;
const WAKE_S = 60;

type SweepDeps = WatchDeps & Pick<Deps, "producer">;
type Asked = {
  readonly monitors: readonly string[];
  /** Matched since it and due before it, epoch milliseconds. */
  readonly since: number;
  readonly due: number;
  /** Makes the jobs others than those that were asked for before: these may have failed for good. */
  readonly by: readonly string[];
};

async function askAgain({ store, producer }: SweepDeps, { monitors, since, due, by }: Asked): Promise<number> {
  const params = { since, due, limit: ROWS_MAX, monitors };
  const rows = await store.query(messageOverdue, params);
  await producer.addAll(
    rows.map(({ id: message, monitor, sequence, event, attempt }) =>
      deliverRequest({ message, monitor, sequence, event, attempt }, ["again", ...by]),
    ),
  );
  return rows.length;
}

/** @returns how many messages were asked to be sent. */
export async function sweepMessages(deps: SweepDeps): Promise<number> {
  if ((await standingMonitors(deps)).byId.size === 0) return 0;
  const now = deps.clock.now();
  const period = Math.floor(now / OVERDUE_MS);
  const within = period % (HOUR_MS / OVERDUE_MS) === 0 ? WAITED_MS : RETRIED_MS;
  return askAgain(deps, { monitors: [], since: now - within, due: now - OVERDUE_MS, by: [String(period)] });
}

/**
 * Has all sent that has waited for receivers of an owner at a host, when one was taken there again; once a minute at most,
 * since a receiver may fail and take by turns.
 */
export async function wakeMessages(
  deps: SweepDeps,
  { host, owner }: { readonly host: string; readonly owner: string },
): Promise<number> {
  if ((await deps.redis.set(KEYS.webhookWoken(host, owner), 1, "EX", WAKE_S, "NX")) === null) return 0;
  const { byId } = await standingMonitors(deps);
  const theirs = [...byId.values()].filter((row) => ownerOf(row) === owner && hostOf(row) === host);
  const monitors = theirs.map(({ id }) => id);
  const now = deps.clock.now();
  const minute = String(Math.floor(now / MINUTE_MS));
  const asked = { monitors, since: now - WAITED_MS, due: now, by: ["woken", minute] };
  return monitors.length === 0 ? 0 : askAgain(deps, asked);
}

// From events to messages: numbered events are matched in their order, and what a batch of them comes to is one block that
// the store takes once: of two matchers one wins, so sequences have neither holes nor doubles, whoever dies when.

import type { MessageRow } from "../../schema/dataset/watch/message.ts";
import { message } from "../../schema/dataset/watch/message.ts";
import { type MessageObjectRow, messageObject } from "../../schema/dataset/watch/message-object.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { JobRequest } from "../../schema/io/queue.ts";
import { type JobPayload, jobId } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import { originOf } from "../../schema/link.ts";
import { type EventAfterRow, eventAfter } from "../../schema/query/watch/event-after.ts";
import { matchReach } from "../../schema/query/watch/match-reach.ts";
import { messageLast } from "../../schema/query/watch/message-last.ts";
import { messageMatched } from "../../schema/query/watch/message-matched.ts";
import { messageObjectOf } from "../../schema/query/watch/message-object-of.ts";
import type { MonitorReadRow } from "../../schema/query/watch/monitor-row.ts";
import type { SignalKind } from "../../schema/signal/index.ts";
import { messageIdOf } from "../../schema/webhook/compose.ts";
import { isWanted } from "../../schema/webhook/condition.ts";
import type { Deps } from "../deps.ts";
import { type Standing, standingMonitors } from "./standing.ts";
import { type Behind, readIssued, readSignals, tellEvent } from "./tell-event.ts";

type MatchDeps = Pick<Deps, "clock" | "env" | "log" | "producer" | "redis" | "store">;
type Signals = Behind["signals"];
type Match = { readonly event: EventAfterRow; readonly monitor: MonitorReadRow };

const EVENTS_MAX = 500;
/** One insert is one block. */
const MESSAGES_MAX = 20_000;
const JOBS_MAX = 1_000;
/** Messages are asked for long before they are so old. */
const ASKED_WITHIN_MS = 2 * DAY_MS;

const conditionsOf = (monitor: MonitorReadRow) => ({
  kinds: monitor.kinds as readonly SignalKind[],
  min_severity: monitor.min_severity,
  verdict_changes: monitor.verdict_changes === 1,
  new_briefs: monitor.new_briefs === 1,
});

/** The monitors that are told of an event, in the order of their ids. */
function toldOf(event: EventAfterRow, signals: Signals, { byToken }: Standing): Match[] {
  const told = { ...event, signal: signals.get(event.id)?.kind ?? "" };
  const watching = (byToken.get(event.token) ?? []).filter(({ since_event: since }) => since <= event.number);
  return watching.filter((one) => isWanted(conditionsOf(one), told)).map((monitor) => ({ event, monitor }));
}

/** Writes down what messages of these events tell, where nobody has; gives the events that have something to tell. */
async function keepObjects(
  { store, env, clock }: MatchDeps,
  events: readonly EventAfterRow[],
  signals: Signals,
): Promise<Set<number>> {
  if (events.length === 0) return new Set();
  const kept = await store.query(messageObjectOf, { events: events.map(({ number }) => number) });
  const known = new Set(kept.map(({ event }) => event));
  const missing = events.filter(({ number }) => !known.has(number));
  const behind = { signals, ...(await readIssued(store, missing)) };
  const rows = missing.flatMap((event): MessageObjectRow[] => {
    const told = tellEvent(event, behind, originOf(env));
    if (told === null) return [];
    const { number, kind, token } = event;
    const object = JSON.stringify(told.object);
    return [{ event: number, kind, token, object, as_of: told.asOf, written_at: clock.now() }];
  });
  if (rows.length > 0) await store.insert(messageObject.name, rows, `message_object~${rows[0]?.event}`);
  return new Set([...known, ...rows.map(({ event }) => event)]);
}

/** As many matches of whole events as one block takes. */
function cut(events: readonly EventAfterRow[], signals: Signals, standing: Standing) {
  const matches: Match[] = [];
  let through = 0;
  for (const event of events) {
    const found = toldOf(event, signals, standing);
    if (matches.length > 0 && matches.length + found.length > MESSAGES_MAX) break;
    matches.push(...found);
    through = event.number;
  }
  return { matches, through };
}

/** Matches one batch of events behind `matched`; whatever another matcher made of it stands. */
async function matchBatch(deps: MatchDeps, standing: Standing, matched: number): Promise<void> {
  const { store, clock } = deps;
  const after = Math.max(matched, standing.sinceEvent - 1);
  const events = await store.query(eventAfter, { after, limit: EVENTS_MAX });
  const signals = await readSignals(store, events);
  const { matches, through } = cut(events, signals, standing);
  const telling = await keepObjects(deps, [...new Set(matches.map(({ event }) => event))], signals);
  const monitors = [...new Set(matches.map(({ monitor }) => monitor.id))];
  const last = new Map(
    (monitors.length === 0 ? [] : await store.query(messageLast, { monitors })).map((row) => [
      row.monitor,
      row.sequence,
    ]),
  );
  const at = clock.now();
  const rows = matches.flatMap(({ event, monitor }): MessageRow[] => {
    if (!telling.has(event.number)) return [];
    const sequence = (last.get(monitor.id) ?? 0) + 1;
    last.set(monitor.id, sequence);
    const id = messageIdOf(monitor.id, event.number, event.written_at);
    const isHeld = monitor.suspended_at === null ? 0 : 1;
    return [{ monitor: monitor.id, sequence, id, event: event.number, is_held: isHeld, written_at: at }];
  });
  rows.push({ monitor: "", sequence: through, id: "", event: through, is_held: 0, written_at: at });
  const lines = Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n"));
  // Named by where it begins, as the store has it: two matchers that see other monitors write under one name.
  await store.insertEncoded(message.name, lines, `message~${matched}`);
}

type Sent = Pick<JobPayload<"webhook.deliver">, "message" | "monitor" | "sequence" | "event" | "attempt">;

/**
 * The job of one attempt; `suffix` makes it another one than that which was asked for before. The queue forgets what is
 * done: which attempts were made is known without it.
 */
export const deliverRequest = (payload: Sent, suffix: readonly string[] = []): JobRequest<"webhook.deliver"> => ({
  name: "webhook.deliver",
  id: jobId("webhook.deliver", payload.message, payload.attempt, ...suffix),
  payload,
  isForgotten: true,
});

/** Has the messages of events sent that were matched and not asked for; what is asked for twice is done once. */
async function askFor({ store, redis, producer, clock }: MatchDeps, after: number, through: number): Promise<number> {
  if (through <= after) return 0;
  const since = clock.now() - ASKED_WITHIN_MS;
  const rows = await store.query(messageMatched, { after, through, since });
  const requests = rows
    .filter(({ is_held: isHeld }) => isHeld === 0)
    .map(({ id, monitor, sequence, event }) => deliverRequest({ message: id, monitor, sequence, event, attempt: 1 }));
  for (let at = 0; at < requests.length; at += JOBS_MAX) await producer.addAll(requests.slice(at, at + JOBS_MAX));
  await redis.set(KEYS.webhookAsked, through);
  return requests.length;
}

/** Matches all there is. @returns how many messages were asked to be sent. */
export async function matchEvents(deps: MatchDeps, signal?: AbortSignal): Promise<number> {
  // Nobody watches anything: what is numbered by now no monitor will be told of.
  if ((await standingMonitors(deps)).byId.size === 0) return 0;
  let count = 0;
  for (let before = -1; ; ) {
    signal?.throwIfAborted();
    // Before the monitors: one that is made meanwhile begins behind these events.
    const [reach] = await deps.store.query(matchReach, {});
    const { numbered = 0, matched = 0 } = reach ?? {};
    if (matched === before) throw new Error(`the store took no messages of the events behind ${matched}`);
    before = matched;
    // A Redis that knows nothing begins here: what was matched before and not sent is found by the sweep.
    await deps.redis.set(KEYS.webhookAsked, matched, "NX");
    const asked = Number((await deps.redis.get(KEYS.webhookAsked)) ?? matched);
    count += await askFor(deps, Math.min(asked, matched), matched);
    const standing = await standingMonitors(deps);
    if (Math.max(matched, standing.sinceEvent - 1) >= numbered) return count;
    await matchBatch(deps, standing, matched);
  }
}

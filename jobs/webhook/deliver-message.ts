// One attempt to deliver a message, and what follows from it: the next attempt, the end of the message or of its monitor.
import type { DeliveryRow } from "../../schema/dataset/watch/delivery.ts";
import type { MessageObjectRow } from "../../schema/dataset/watch/message-object.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { counter, histogram, observe } from "../../schema/io/seen/tally.ts";
import type { Posted } from "../../schema/io/webhook.ts";
import type { JobPayload } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { messageObjectOf } from "../../schema/query/watch/message-object-of.ts";
import type { MonitorReadRow } from "../../schema/query/watch/monitor-row.ts";
import { composeBody, timeOfMessage } from "../../schema/webhook/compose.ts";
import { isTaken, SUSPEND_MS, stepAfter } from "../../schema/webhook/schedule.ts";
import { type Deps, Later, LEFT } from "../deps.ts";
import { endAttempt, keepAttempt } from "./attempts.ts";
import { doorOf, headersOf } from "./door.ts";
import { failingSince } from "./failing.ts";
import { type Sent, takeTurn } from "./host-turn.ts";
import { type Made, readMade } from "./made.ts";
import { deliverRequest } from "./match-events.ts";
import { enter, takeSlot } from "./slot.ts";
import { changeMonitor, hostOf, ownerOf, standingMonitors } from "./standing.ts";
import { wakeMessages } from "./sweep-messages.ts";

type DeliverDeps = Pick<Deps, "clock" | "env" | "log" | "producer" | "redis" | "resolve" | "store">;
type Payload = JobPayload<"webhook.deliver">;

const ATTEMPTS = counter(
  "webhook_attempts_total",
  "Attempts to deliver a message by what came back and what follows.",
  ["outcome", "state"],
  [["answered", "delivered"]],
);
const TOOK = histogram("webhook_attempt_duration_seconds", "How long receivers took to answer.", ["outcome"]);
const OBJECTS_MAX = 2_000;

const OBJECTS = new WeakMap<Store, Map<number, Promise<MessageObjectRow>>>();

async function readObject(store: Store, event: number): Promise<MessageObjectRow> {
  const [row] = await store.query(messageObjectOf, { events: [event] });
  if (row === undefined) throw new Error(`what messages tell of event ${event} is not stored`);
  return row;
}

/** What the messages of an event tell; as many as ask for it at once, the store is asked once. */
function objectOf(store: Store, event: number): Promise<MessageObjectRow> {
  const held = OBJECTS.get(store) ?? new Map<number, Promise<MessageObjectRow>>();
  OBJECTS.set(store, held);
  const known = held.get(event);
  if (known !== undefined) return known;
  if (held.size >= OBJECTS_MAX) held.clear();
  const reading = readObject(store, event);
  held.set(event, reading);
  reading.catch(() => held.get(event) === reading && held.delete(event));
  return reading;
}

/** Not where its owner showed a sign of life since the attempt began. */
const suspend = (deps: DeliverDeps, { id, resumed_at: resumed }: MonitorReadRow) =>
  changeMonitor(deps, id, (row) =>
    row.stopped_at === null && row.suspended_at === null && row.resumed_at === resumed
      ? { suspended_at: deps.clock.now() }
      : null,
  );

type AttemptOutcome = Omit<DeliveryRow, "monitor" | "message" | "attempt">;

const rowOf = ({ monitor, message, attempt }: Payload, outcome: AttemptOutcome): DeliveryRow => ({
  ...{ monitor, message, attempt },
  ...outcome,
});

/** This attempt, where it was made by a process that died before it was stored. */
const leftOver = ({ attempt }: Payload, made: Made): Attempted | null =>
  made.attempt === attempt && made.row !== null ? { row: made.row } : null;

async function follow(
  deps: DeliverDeps,
  payload: Payload,
  monitor: MonitorReadRow,
  { state, next_at: nextAt }: DeliveryRow,
): Promise<void> {
  if (state === "delivered" || state === "held") return;
  if (nextAt !== null) {
    const next = { ...payload, attempt: payload.attempt + 1 };
    await deps.producer.add({ ...deliverRequest(next), delayMs: Math.max(0, nextAt - deps.clock.now()) });
  }
  const since = await failingSince(deps, monitor);
  if (state !== "gone" && deps.clock.now() - since < SUSPEND_MS) return;
  if ((await suspend(deps, monitor)) !== null) deps.log.info({ monitor: monitor.id, step: state }, "suspended");
}

async function attempt(deps: DeliverDeps, payload: Payload, monitor: MonitorReadRow): Promise<Posted> {
  const { kind, token, object, as_of: asOf } = await objectOf(deps.store, payload.event);
  const { message: id, sequence } = payload;
  const body = composeBody({ id, monitor: monitor.id, sequence, kind, token, object, asOf });
  const headers = headersOf(deps, { sealed: monitor.secret_sealed, id, body, attempt: payload.attempt });
  return doorOf(deps).post({ url: new URL(monitor.webhook_url), headers, body, timeoutMs: LIMITS.deliverMs });
}

/** `isWellAgain` where the receiver's last one had failed and this one was taken. */
type Attempted = { readonly row: DeliveryRow; readonly isWellAgain?: boolean };

/** What an attempt came to, and what follows from it; counted. */
function judge(payload: Payload, posted: Posted, at: number, ended: number): DeliveryRow {
  const { status, outcome } = posted;
  const step = stepAfter(payload.attempt, posted, systemRandom.fraction());
  const next = step.state === "retry" ? ended + step.waitMs : null;
  ATTEMPTS.of(outcome, step.state).value += 1;
  // A clock may be set back meanwhile.
  const took = Math.max(0, ended - at);
  observe(TOOK.of(outcome), took / 1_000);
  return rowOf(payload, { at, status, outcome, took_ms: took, state: step.state, next_at: next });
}

/**
 * In a turn of its own at the host. Null where too many wait for theirs, or it was made and is stored; what was made and
 * is not stored is not made again. Throws Later where it is not its turn.
 */
async function attemptInTurn(deps: DeliverDeps, payload: Payload, monitor: MonitorReadRow): Promise<Attempted | null> {
  const { redis, store, clock } = deps;
  const owner = ownerOf(monitor);
  const holder = `${payload.message}~${systemRandom.id(clock.now())}`;
  const { message, attempt: number } = payload;
  const host = hostOf(monitor);
  const turn = await takeTurn(redis, { host, owner, message, attempt: number, holder });
  if (turn.kind === "later") throw new Later(turn.waitMs);
  if (turn.kind === "made") return leftOver(payload, turn.made);
  if (turn.kind === "full") return null;
  const slot = takeSlot(store, { owner, host, message, failedAt: turn.failedAt }, clock.now());
  if (slot.kind !== "taken") {
    await turn.give();
    if (slot.kind === "later") throw new Later(slot.waitMs);
    return null;
  }
  const at = clock.now();
  let sent: Sent | undefined;
  try {
    const posted = await attempt(deps, payload, monitor);
    const row = judge(payload, posted, at, clock.now());
    sent = { ms: row.took_ms, isSick: !isTaken(row.status), row };
    return { row, isWellAgain: turn.failedAt !== null && !sent.isSick };
  } finally {
    slot.leave(clock.now());
    await turn.give(sent);
  }
}

async function send(deps: DeliverDeps, payload: Payload, monitor: MonitorReadRow): Promise<Attempted | null> {
  const leave = await enter(deps.store);
  return attemptInTurn(deps, payload, monitor).finally(leave);
}

/** What a monitor missed is not replayed: history tells it. */
const isMissed = ({ suspended_at: suspended, resumed_at: resumed }: MonitorReadRow, { message }: Payload): boolean =>
  suspended !== null || (resumed !== null && timeOfMessage(message) < resumed);

/** Messages of a monitor that is suspended are numbered and not sent. */
async function hold(deps: DeliverDeps, payload: Payload): Promise<Attempted | null> {
  const made = readMade(await deps.redis.get(KEYS.webhookMade(payload.message)));
  if (made.attempt >= payload.attempt) return leftOver(payload, made);
  const at = deps.clock.now();
  return { row: rowOf(payload, { at, status: 0, outcome: "held", took_ms: 0, state: "held", next_at: null }) };
}

/** What one job does; what is left is found again by the sweep. @throws Later where the host is taken. */
export async function deliverMessage(deps: DeliverDeps, payload: Payload): Promise<unknown> {
  const monitor = (await standingMonitors(deps)).byId.get(payload.monitor);
  // Stopped: nobody waits for it.
  if (monitor === undefined) return LEFT;
  const attempted = isMissed(monitor, payload) ? await hold(deps, payload) : await send(deps, payload, monitor);
  if (attempted === null) return LEFT;
  await keepAttempt(deps, attempted.row);
  await follow(deps, payload, monitor, attempted.row);
  // Behind it: whoever dies before leaves the attempt to the next run of the job, which does what follows from it.
  await endAttempt(deps.redis, attempted.row);
  if (attempted.isWellAgain === true) await wakeMessages(deps, { host: hostOf(monitor), owner: ownerOf(monitor) });
  return attempted.row.state;
}

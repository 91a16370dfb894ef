// Makes a monitor: its host is looked up, its row is stored, and its address is tried once; the monitor exists either way.
// One that has to be paid for begins when its payment is settled: whatever dies before leaves one that never begins.
import { createHash } from "node:crypto";
import { HOUR_MS } from "../../schema/duration.ts";
import { type Fault, fault } from "../../schema/fault.ts";
import { whileAlone } from "../../schema/io/lock.ts";
import { WebhookRefusal } from "../../schema/io/webhook.ts";
import type { JobPayload } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { PingBody } from "../../schema/object/message.ts";
import type { MadeMonitor, Monitor } from "../../schema/object/monitor.ts";
import { matchReach } from "../../schema/query/watch/match-reach.ts";
import { monitorById } from "../../schema/query/watch/monitor-by-id.ts";
import { monitorCount } from "../../schema/query/watch/monitor-count.ts";
import { monitorOfPayment } from "../../schema/query/watch/monitor-of-payment.ts";
import { monitorOfSecret } from "../../schema/query/watch/monitor-of-secret.ts";
import { monitorPaid } from "../../schema/query/watch/monitor-paid.ts";
import type { MonitorReadRow } from "../../schema/query/watch/monitor-row.ts";
import { toTime } from "../../schema/shape/time.ts";
import { ulidOf } from "../../schema/ulid.ts";
import { addressFault } from "../../schema/webhook/address.ts";
import { isTaken } from "../../schema/webhook/schedule.ts";
import type { Deps } from "../deps.ts";
import { doorOf, headersOf } from "./door.ts";
import { showMonitor } from "./shown-monitor.ts";
import { changeMonitor, keepMonitor } from "./standing.ts";

export type MonitorDeps = Pick<Deps, "clock" | "env" | "log" | "redis" | "resolve" | "store">;
type Payload = JobPayload<"monitor.create">;

/** When who has too many may look again. */
const FULL_S = 60;
/** A payment is settled by then, or never. */
const UNPAID_MS = HOUR_MS;

async function checkHost(deps: MonitorDeps, url: URL): Promise<void> {
  try {
    await doorOf(deps).check(url);
  } catch (error) {
    if (!(error instanceof WebhookRefusal)) throw error;
    throw error.reason === "private"
      ? addressFault("webhook_url_private", "The host has an address that is not of the public internet.")
      : addressFault("webhook_url_unresolvable", "The host has no address now.");
  }
}

const tooMany = (detail: string): Fault =>
  fault("rate_limited", detail, { violated_policies: ["monitor"], retryAfterS: FULL_S });

/** Throws rate_limited. */
async function checkCount({ store, clock }: MonitorDeps, { callers }: Payload): Promise<void> {
  if (callers.length === 0) return;
  const [held] = await store.query(monitorCount, { callers, since: clock.now() - UNPAID_MS });
  if ((held?.monitors ?? 0) < LIMITS.monitorsPerAddressMax) return;
  throw tooMany(`An address has at most ${LIMITS.monitorsPerAddressMax} monitors; stop one first.`);
}

/** The sealed secret that a new monitor signs with: its own, or that of those it joins. */
async function sealedFor({ store }: MonitorDeps, { digest, sealed }: Payload): Promise<string> {
  const others = await store.query(monitorOfSecret, { digest });
  if (others.length >= LIMITS.monitorsPerSecretMax) {
    throw tooMany(`A secret has at most ${LIMITS.monitorsPerSecretMax} monitors; stop one first.`);
  }
  const found = sealed ?? others[0]?.secret_sealed;
  if (found !== undefined) return found;
  throw fault("monitor_not_found", "No monitor stands under the secret in X-Monitor-Secret.");
}

const tooLate = (): Fault => fault("overloaded", "The monitor was not made in time; nothing was charged. Try again.");

/** Sends what says that the monitor exists. */
async function ping(deps: MonitorDeps, row: MonitorReadRow) {
  const now = deps.clock.now();
  const id = `msg_${ulidOf(now, createHash("sha256").update(`${row.id}~ping`).digest())}`;
  const told: PingBody = { monitor_id: row.id, kind: "ping", tokens: [...row.tokens], as_of: toTime(now), id };
  const body = JSON.stringify(told);
  const headers = headersOf(deps, { sealed: row.secret_sealed, id, body, attempt: 1 });
  const { status } = await doorOf(deps).post({
    ...{ url: new URL(row.webhook_url), headers, body, timeoutMs: LIMITS.pingMs },
  });
  return { accepted: isTaken(status), status: status === 0 ? null : status };
}

const sameText = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

/** Whether a monitor that nobody paid for yet is the one that is asked for. */
async function isAsked({ store }: MonitorDeps, row: MonitorReadRow, payload: Payload): Promise<boolean> {
  const { tokens, conditions, url, digest, sealed } = payload;
  const isSame =
    row.webhook_url === url &&
    sameText(row.tokens, tokens) &&
    sameText(row.kinds, conditions.kinds) &&
    row.min_severity === conditions.min_severity &&
    row.verdict_changes === Number(conditions.verdict_changes) &&
    row.new_briefs === Number(conditions.new_briefs);
  if (!isSame || sealed === undefined) return isSame && row.secret_digest === digest;
  // A secret of its own: that of those it was to join is theirs.
  return (await store.query(monitorOfSecret, { digest: row.secret_digest })).length === 0;
}

/** What was made before, by a run of the job or by a call with the same payment whose answer nobody got. */
async function findMade(deps: MonitorDeps, payload: Payload): Promise<MonitorReadRow | undefined> {
  const { id, payment } = payload;
  const { store, clock } = deps;
  const found = payment === "" ? store.query(monitorById, { id }) : store.query(monitorOfPayment, { payment });
  const [made] = await found;
  // Nobody waited for it any more: who asks again asks for another.
  if (made !== undefined && made.stopped_at !== null) throw tooLate();
  if (made === undefined || made.begun_at !== null || (await isAsked(deps, made, payload))) return made;
  // What the payment was for when a call with it failed: it buys something else now.
  await changeMonitor(deps, made.id, ({ begun_at: begun, stopped_at: stopped }) =>
    begun === null && stopped === null ? { stopped_at: clock.now() } : null,
  );
  return undefined;
}

async function makeNew(deps: MonitorDeps, payload: Payload): Promise<MonitorReadRow> {
  const { id, tokens, conditions, url, digest, callers, payment } = payload;
  const made = await findMade(deps, payload);
  if (made !== undefined) return made;
  await checkCount(deps, payload);
  const sealed = await sealedFor(deps, payload);
  const [reach] = await deps.store.query(matchReach, {});
  const now = deps.clock.now();
  // A monitor whose secret nobody has been told could never be stopped.
  if (now + LIMITS.pingMs >= payload.until) throw tooLate();
  const row: MonitorReadRow = {
    ...{ id, secret_digest: digest, secret_sealed: sealed, tokens, kinds: conditions.kinds },
    min_severity: conditions.min_severity,
    verdict_changes: conditions.verdict_changes ? 1 : 0,
    new_briefs: conditions.new_briefs ? 1 : 0,
    ...{ webhook_url: url, since_event: (reach?.numbered ?? 0) + 1, caller: callers[0] ?? "", payment },
    ...{ created_at: now, begun_at: payment === "" ? now : null },
    ...{ stopped_at: null, suspended_at: null, resumed_at: null, changed_at: now },
  };
  await keepMonitor(deps, row);
  return row;
}

async function makeRow(deps: MonitorDeps, payload: Payload): Promise<MonitorReadRow> {
  const made = await findMade(deps, payload);
  if (made !== undefined) return made;
  await checkHost(deps, new URL(payload.url));
  return whileAlone(deps, `monitors~${payload.callers[0] ?? payload.digest}`, () => makeNew(deps, payload));
}

/** Answers with the secret sealed: it is opened where it is told. */
export async function createMonitor(deps: MonitorDeps, payload: Payload): Promise<MadeMonitor> {
  const row = await makeRow(deps, payload);
  const data = { ...showMonitor(row), ping: await ping(deps, row) };
  if (deps.clock.now() >= payload.until) {
    // What has to be paid does not begin, and is found again by whoever comes back with the payment.
    if (row.payment === "") await changeMonitor(deps, row.id, () => ({ stopped_at: deps.clock.now() }));
    throw tooLate();
  }
  const monitor: Monitor = { object: "monitor", id: null, as_of: toTime(row.created_at), data, sources: [] };
  return { monitor, sealed: row.secret_sealed };
}

/** Begins the monitor that a settled payment was for; one that began or was stopped stays as it is. */
export async function beginMonitor(
  deps: MonitorDeps,
  { payment }: Pick<JobPayload<"monitor.begin">, "payment">,
): Promise<{ readonly begun: boolean }> {
  const [row] = await deps.store.query(monitorOfPayment, { payment });
  if (row === undefined || row.begun_at !== null) return { begun: row !== undefined };
  const begun = await changeMonitor(deps, row.id, ({ begun_at: at, stopped_at: stopped }) =>
    at === null && stopped === null ? { begun_at: deps.clock.now() } : null,
  );
  return { begun: begun !== null };
}

/** Begins what was paid for by a call that died before it could say so. @returns how many. */
export async function beginPaid(deps: MonitorDeps): Promise<number> {
  const paid = await deps.store.query(monitorPaid, {});
  for (const { payment } of paid) await beginMonitor(deps, { payment });
  return paid.length;
}

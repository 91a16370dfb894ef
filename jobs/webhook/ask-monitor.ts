// What the owner of a secret may do: see the monitors under it, which resumes those that were suspended, and stop one.
import { DAY_MS } from "../../schema/duration.ts";
import { type Fault, fault } from "../../schema/fault.ts";
import type { JobPayload } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import type { Monitor, MonitorList } from "../../schema/object/monitor.ts";
import { deliveryStanding } from "../../schema/query/watch/delivery-standing.ts";
import { monitorOfSecret } from "../../schema/query/watch/monitor-of-secret.ts";
import type { MonitorReadRow } from "../../schema/query/watch/monitor-row.ts";
import { toTime } from "../../schema/shape/time.ts";
import { isSameDigest } from "../../schema/webhook/secret.ts";
import type { MonitorDeps } from "./create-monitor.ts";
import { showDelivery, showMonitor } from "./shown-monitor.ts";
import { changeMonitor } from "./standing.ts";

/** Messages older than this are sent no more. */
const SENT_WITHIN_MS = 30 * DAY_MS;

const notFound = (): Fault => fault("monitor_not_found", "No monitor stands under that secret.");

/** A sign of life of its owner: deliveries begin again with what comes from now on. */
async function resume(deps: MonitorDeps, { id, suspended_at: suspended }: MonitorReadRow): Promise<void> {
  if (suspended === null) return;
  await deps.redis.del(KEYS.webhookFailing(id));
  await changeMonitor(deps, id, (row) =>
    row.suspended_at === null || row.stopped_at !== null ? null : { suspended_at: null, resumed_at: deps.clock.now() },
  );
}

/** @throws Fault monitor_not_found. */
export async function listMonitors(
  deps: MonitorDeps,
  { digest }: Pick<JobPayload<"monitor.list">, "digest">,
): Promise<MonitorList> {
  const found = await deps.store.query(monitorOfSecret, { digest });
  const rows = found.filter((row) => isSameDigest(row.secret_digest, digest));
  if (rows.length === 0) throw notFound();
  const now = deps.clock.now();
  const params = { monitors: rows.map(({ id }) => id), since: now - SENT_WITHIN_MS };
  const standing = new Map((await deps.store.query(deliveryStanding, params)).map((row) => [row.monitor, row]));
  for (const row of rows) await resume(deps, row);
  const monitors = rows.map((row) => {
    const delivery = showDelivery(standing.get(row.id));
    const state = row.suspended_at === null ? delivery.state : "suspended";
    return { ...showMonitor(row), status: "active" as const, delivery: { ...delivery, state } };
  });
  return { object: "monitor_list", id: null, as_of: toTime(now), data: { count: rows.length, monitors }, sources: [] };
}

/** Whoever has not the secret of a monitor is told what they are told of one that does not exist. Throws monitor_not_found. */
export async function stopMonitor(
  deps: MonitorDeps,
  { monitor, digest }: Pick<JobPayload<"monitor.stop">, "monitor" | "digest">,
): Promise<Monitor> {
  const stopped = await changeMonitor(deps, monitor, (row) => {
    const stands = row.begun_at !== null && row.stopped_at === null;
    return isSameDigest(row.secret_digest, digest) && stands ? { stopped_at: deps.clock.now() } : null;
  });
  if (stopped === null) throw notFound();
  const at = toTime(stopped.stopped_at ?? stopped.changed_at);
  const data = { ...showMonitor(stopped), stopped_at: at };
  return { object: "monitor", id: stopped.id, as_of: at, data, sources: [] };
}

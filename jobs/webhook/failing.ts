// Since when no attempt of a monitor was taken: Redis knows it, and the store where Redis has lost its data.
import { KEYS } from "../../schema/key.ts";
import { deliveryFailing } from "../../schema/query/watch/delivery-failing.ts";
import type { MonitorReadRow } from "../../schema/query/watch/monitor-row.ts";
import { SUSPEND_MS } from "../../schema/webhook/schedule.ts";
import type { Deps } from "../deps.ts";
import { gather } from "../gather.ts";

type FailingDeps = Pick<Deps, "clock" | "redis" | "store">;

/** Many begin to fail at once where a host does: the store is asked of all of them in one statement. */
const readFailing = gather(async (store: Deps["store"], monitors: readonly MonitorReadRow[]) => {
  const from = new Map(monitors.map(({ id, resumed_at, created_at }) => [id, resumed_at ?? created_at]));
  const rows = await store.query(deliveryFailing, { monitors: [...from.keys()], from: [...from.values()] });
  return new Map(rows.map(({ monitor, since }) => [monitor, since]));
});

/**
 * Since when nothing of the monitor was taken, epoch milliseconds, an attempt that has just failed among them; a sign of
 * life of its owner begins it anew, also where an attempt that began before it ends behind it.
 */
export async function failingSince({ redis, store, clock }: FailingDeps, monitor: MonitorReadRow): Promise<number> {
  const key = KEYS.webhookFailing(monitor.id);
  const now = clock.now();
  const begun = monitor.resumed_at ?? monitor.created_at;
  const held = await redis.get(key);
  const remembered = held === null ? null : Math.max(Number(held), begun);
  // What a monitor is suspended for is read anew: another attempt may have been taken that Redis was not told of yet.
  if (remembered !== null && now - remembered < SUSPEND_MS) return remembered;
  const known = (await readFailing(store, monitor)).get(monitor.id);
  const since = known === undefined ? now : Math.max(Math.min(known, now), begun);
  await redis.set(key, since, "EX", 2 * (SUSPEND_MS / 1_000));
  return since;
}

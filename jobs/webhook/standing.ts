// The monitors that stand, held in memory and read from the store anew whenever one was made or changed; the ways to
// change one.
import { monitor as monitorTable } from "../../schema/dataset/watch/monitor.ts";
import { whileAlone } from "../../schema/io/lock.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { KEYS } from "../../schema/key.ts";
import { monitorById } from "../../schema/query/watch/monitor-by-id.ts";
import type { MonitorReadRow } from "../../schema/query/watch/monitor-row.ts";
import { monitorStanding } from "../../schema/query/watch/monitor-standing.ts";
import type { Deps } from "../deps.ts";
import { gather } from "../gather.ts";

export type WatchDeps = Pick<Deps, "clock" | "log" | "redis" | "store">;

export type Standing = {
  readonly byId: ReadonlyMap<string, MonitorReadRow>;
  /** In the order of their ids. */
  readonly byToken: ReadonlyMap<string, readonly MonitorReadRow[]>;
  /** The first event that any of them may be told of; infinite where there is none. */
  readonly sinceEvent: number;
};
type Held = { readonly mark: string | null; readonly standing: Promise<Standing> };

/** Who dies between storing a state and saying so leaves copies that are as old as this at most. */
const MARK_S = 300;
const HELD = new WeakMap<WatchDeps["store"], Held>();

function indexed(rows: readonly MonitorReadRow[]): Standing {
  const byToken = new Map<string, MonitorReadRow[]>();
  for (const row of rows) {
    for (const token of row.tokens) {
      const known = byToken.get(token);
      if (known === undefined) byToken.set(token, [row]);
      else known.push(row);
    }
  }
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byToken,
    sinceEvent: Math.min(...rows.map(({ since_event }) => since_event)),
  };
}

/** What names the state of all monitors; a Redis that knows none gets one. Asked behind all who want to know it. */
const readMark = gather(async (redis: WatchDeps["redis"], [now = 0]: readonly number[]): Promise<string | null> => {
  const mark = await redis.get(KEYS.monitorsMark);
  if (mark !== null) return mark;
  await redis.set(KEYS.monitorsMark, systemRandom.id(now), "EX", MARK_S, "NX");
  return redis.get(KEYS.monitorsMark);
});

/** All that stand by now. */
export async function standingMonitors({ clock, redis, store }: WatchDeps): Promise<Standing> {
  // Asked for before the rows are: what is changed meanwhile is looked at the next time.
  const mark = await readMark(redis, clock.now());
  const held = HELD.get(store);
  if (held !== undefined && mark !== null && held.mark === mark) return held.standing;
  const reading = { mark, standing: store.query(monitorStanding, {}).then(indexed) };
  HELD.set(store, reading);
  reading.standing.catch(() => HELD.get(store) === reading && HELD.delete(store));
  return reading.standing;
}

/** Whose receivers they are: who paid for them, or who has their secret. */
export const ownerOf = ({ caller, secret_digest: digest }: MonitorReadRow): string => caller || digest;

export const hostOf = ({ webhook_url: url }: MonitorReadRow): string => new URL(url).hostname;

/** Stores a state of a monitor and tells everybody who holds copies. */
export async function keepMonitor({ clock, redis, store }: WatchDeps, row: MonitorReadRow): Promise<void> {
  await store.insert(monitorTable.name, [row], `monitor~${row.id}~${row.changed_at}`);
  await redis.set(KEYS.monitorsMark, systemRandom.id(clock.now()), "EX", MARK_S);
}

type Change = Partial<
  Pick<MonitorReadRow, "begun_at" | "stopped_at" | "suspended_at" | "resumed_at" | "secret_sealed">
>;

/**
 * Changes a monitor as it stands by now, one at a time; null where `change` gives null or there is none.
 * @returns the new state.
 */
export function changeMonitor(
  deps: WatchDeps,
  id: string,
  change: (row: MonitorReadRow) => Change | null,
): Promise<MonitorReadRow | null> {
  return whileAlone(deps, `monitor~${id}`, async () => {
    const [row] = await deps.store.query(monitorById, { id });
    const changed = row === undefined ? null : change(row);
    if (row === undefined || changed === null) return null;
    const next = { ...row, ...changed, changed_at: Math.max(deps.clock.now(), row.changed_at + 1) };
    await keepMonitor(deps, next);
    return next;
  });
}

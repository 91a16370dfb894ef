// Watches whether Redis holds what callers depend on, and brings it back from the store where it was lost.
import { DAY_MS, MINUTE_MS } from "../schema/duration.ts";
import type { Log } from "../schema/io/log.ts";
import { PERMITS_SEEN } from "../schema/io/permit.ts";
import type { Producer } from "../schema/io/queue.ts";
import { type RestoreDeps, restoreAllowances, restoreRedis } from "../schema/io/restore.ts";
import { forgetRestored, restoredMark } from "../schema/io/restored.ts";
import { KEYS } from "../schema/key.ts";
import { LIMITS } from "../schema/limit.ts";
import type { Snapshots } from "./snapshot/feed.ts";
import { redisPart } from "./surface/health.ts";
import type { Part, PartCheck } from "./surface/part.ts";

type Recovery = {
  /** Whether Redis held everything at the last look. */
  isWhole(): boolean;
  start(): Promise<void>;
  stop(): void;
};

const LOOK_MS = 1_000;
const FIRST_MS = 2_000;
/**
 * After data came back processes of another version may run on for a while and count where we do not look: what they
 * answered is in the store by then.
 */
const AGAIN_MS = [MINUTE_MS, 5 * MINUTE_MS];

/** `restored` is called each time after data came back that had been lost while this process ran. */
export function openRecovery(deps: RestoreDeps & { readonly log: Log }, restored: () => void): Recovery {
  const { redis, clock, log } = deps;
  /** The day whose permits were seen: a Redis that evicts them forgets what was used. */
  let seenDay: number | null = null;
  let againAt: number[] = [];
  let mark: string | null = null;
  let isWhole = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let lastText = "";

  /** Whether the permits of the day are others than those that were seen before: they bear our mark as long as they are. */
  const lostDay = async (): Promise<boolean> => {
    const day = Math.floor(clock.now() / DAY_MS);
    const key = KEYS.permits(day);
    const isNew = (await redis.hsetnx(key, PERMITS_SEEN, 1)) === 1;
    if (isNew) await redis.pexpire(key, (day + 1) * DAY_MS + LIMITS.permitsAfterWindowMs - clock.now());
    const isLost = isNew && seenDay === day;
    seenDay = day;
    return isLost;
  };
  const look = async () => {
    let found = await restoredMark(redis);
    if (found !== null && (await lostDay())) {
      log.warn("Redis lost the permits of the day: its maxmemory-policy is to be noeviction");
      await forgetRestored(redis);
      found = null;
    }
    isWhole = found !== null;
    if (found === null) {
      const back = await restoreRedis(deps);
      if (back === null) return;
      if (back.count > 0) log.warn({ count: back.count }, "keys, used allowances and payments are back in Redis");
      found = back.mark;
      isWhole = true;
      againAt = AGAIN_MS.map((ms) => clock.now() + ms);
      await lostDay();
    }
    if (clock.now() >= (againAt[0] ?? Number.POSITIVE_INFINITY)) {
      againAt.shift();
      await restoreAllowances(deps);
    }
    const isAnother = mark !== null && mark !== found;
    mark = found;
    if (isAnother) restored();
  };
  const lookOnce = (): Promise<void> => {
    looking ??= look()
      .then(() => {
        lastText = "";
      })
      .catch((error: Error) => {
        // Looked at every second: each reason is told once.
        if (error.message !== lastText) log.warn({ err: error.message }, "Redis and the store were not compared");
        lastText = error.message;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  return {
    isWhole: () => isWhole,
    async start() {
      // A store that hangs holds up no start.
      await Promise.race([lookOnce(), new Promise((resolve) => setTimeout(resolve, FIRST_MS).unref())]);
      timer = setInterval(lookOnce, LOOK_MS);
    },
    stop: () => clearInterval(timer),
  };
}

type PartsDeps = Pick<RestoreDeps, "store"> & {
  readonly redis: Pick<RestoreDeps["redis"], "exists">;
  readonly snapshots: Pick<Snapshots, "probe">;
  readonly recovery: Pick<Recovery, "isWhole">;
  readonly producer: Pick<Producer, "workers">;
};

/** A store may answer and take no rows, for its disk is full: builds find it out. */
async function storePart({ store, redis }: Pick<PartsDeps, "store" | "redis">): Promise<Part> {
  if (!(await store.ping())) return { status: "away" };
  const refuses = await redis.exists(KEYS.storeRefuses).catch(() => 0);
  return refuses === 0 ? { status: "ok" } : { status: "failing", why: "it answers and takes no rows" };
}

/** The parts behind the answers, as /readyz tells of them. */
export function partsOf(deps: PartsDeps): Readonly<Record<string, PartCheck>> {
  const { snapshots, recovery, producer } = deps;
  return {
    redis: () => redisPart(snapshots, recovery.isWhole() ? "ok" : "restoring"),
    store: () => storePart(deps),
    premium: async () => ({ status: (await producer.workers("premium")) > 0 ? "ok" : "away" }),
  };
}

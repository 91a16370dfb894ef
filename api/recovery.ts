// Watches whether Redis holds what callers depend on, and brings it back from the store where it was lost.
import type { Log } from "../schema/io/log.ts";
import type { Producer } from "../schema/io/queue.ts";
import { type RestoreDeps, restoredMark, restoreRedis } from "../schema/io/restore.ts";
import type { Snapshots } from "./snapshot/feed.ts";
import { redisPart } from "./surface/health.ts";
import type { PartCheck } from "./surface/part.ts";

export type Recovery = {
  /** Whether Redis held everything at the last look. */
  isWhole(): boolean;
  start(): Promise<void>;
  stop(): void;
};

const LOOK_MS = 1_000;
const FIRST_MS = 2_000;

/** `restored` is called each time after data came back that had been lost while this process ran. */
export function openRecovery(deps: RestoreDeps & { readonly log: Log }, restored: () => void): Recovery {
  const { redis, log } = deps;
  let mark: string | null = null;
  let isWhole = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let told = "";

  const look = async () => {
    let found = await restoredMark(redis);
    isWhole = found !== null;
    if (found === null) {
      const back = await restoreRedis(deps);
      if (back === null) return;
      if (back.count > 0) log.warn({ count: back.count }, "keys, used allowances and payments are back in Redis");
      found = back.mark;
      isWhole = true;
    }
    const isAnother = mark !== null && mark !== found;
    mark = found;
    if (isAnother) restored();
  };
  const lookOnce = (): Promise<void> => {
    looking ??= look()
      .then(() => {
        told = "";
      })
      .catch((error: Error) => {
        // Looked at every second: each reason is told once.
        if (error.message !== told) log.warn({ err: error.message }, "Redis and the store were not compared");
        told = error.message;
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
  readonly snapshots: Snapshots;
  readonly recovery: Recovery;
  readonly producer: Pick<Producer, "workers">;
};

/** The parts behind the answers, as /readyz tells of them. */
export const partsOf = ({ snapshots, recovery, store, producer }: PartsDeps): Readonly<Record<string, PartCheck>> => ({
  redis: () => redisPart(snapshots, recovery.isWhole() ? "ok" : "restoring"),
  store: async () => ({ status: (await store.ping()) ? "ok" : "away" }),
  premium: async () => ({ status: (await producer.workers("premium")) > 0 ? "ok" : "away" }),
});

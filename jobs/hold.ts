// After a stop everything is due at once. What brings prices, and the build that shows them, goes before the rest of it.
import type { Clock } from "../schema/io/clock.ts";
import type { Log } from "../schema/io/log.ts";
import type { Redis } from "../schema/io/redis.ts";
import { SNAPSHOTS } from "../schema/key.ts";
import { LIMITS } from "../schema/limit.ts";
import { publishedVersion } from "./publish.ts";

type HoldDeps = { readonly clock: Clock; readonly log: Log; readonly redis: Redis };

/** On a machine that takes longer the rest comes beside. */
const HELD_MS_MAX = 20_000;

/**
 * Says whether what is not urgent may begin: at once where no prices are read, or numbers were built a moment ago or never,
 * else once they are built anew.
 */
export function openHold({ clock, log, redis }: HoldDeps, readsPrices: boolean) {
  const from = clock.now();
  let isOver = !readsPrices;
  let isHolding = false;
  const begin = () => {
    log.info({ upToMs: HELD_MS_MAX }, "started after a stop: what is not urgent waits until new numbers are built");
    isHolding = true;
  };
  const end = (why: string) => {
    if (isHolding) log.info({ heldMs: clock.now() - from, why }, "what is not urgent is asked for again");
    isOver = true;
  };
  return async (): Promise<boolean> => {
    if (isOver) return true;
    const built = await publishedVersion(redis, SNAPSHOTS.market);
    if (built === null || built > from - LIMITS.liveLateMs) end("new numbers are built");
    else if (clock.now() - from >= HELD_MS_MAX) end("building them takes long");
    else if (!isHolding) begin();
    return isOver;
  };
}

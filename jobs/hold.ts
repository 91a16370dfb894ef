// After a stop everything is due at once. What brings prices, and the build that shows them, goes before the rest of it.
import type { Clock } from "../schema/io/clock.ts";
import type { Redis } from "../schema/io/redis.ts";
import { SNAPSHOTS } from "../schema/key.ts";
import { LIMITS } from "../schema/limit.ts";
import { publishedVersion } from "./publish.ts";

type HoldDeps = { readonly clock: Clock; readonly redis: Redis };

/** On a machine that takes longer the rest comes beside. */
const HELD_MS_MAX = 20_000;

/**
 * Says whether what is not urgent may begin: at once where no prices are read, or numbers were built a moment ago or never,
 * else once they are built anew.
 */
export function openHold({ clock, redis }: HoldDeps, readsPrices: boolean) {
  const from = clock.now();
  let isOver = !readsPrices;
  return async (): Promise<boolean> => {
    if (isOver || clock.now() - from >= HELD_MS_MAX) return true;
    const built = await publishedVersion(redis, SNAPSHOTS.market);
    isOver = built === null || built > from - LIMITS.liveLateMs;
    return isOver;
  };
}

// Which inserts are under way, told to all processes through Redis: what was told before the oldest of them is stored.
import { KEYS } from "../key.ts";
import type { Store } from "./clickhouse.ts";
import type { Clock } from "./clock.ts";
import { endsWithin } from "./deadline.ts";
import type { Redis } from "./redis.ts";

/** One whose process died has ended by then, well or not. */
const LOST_MS = 180_000;
/** Rows wait no longer than this for a Redis that is away or full: what could not be told in time is stored untold. */
const TELL_MS = 2_000;

/** Resolves when the telling ended, well or not, or took too long. */
const orLate = (telling: Promise<unknown>): Promise<unknown> =>
  endsWithin(TELL_MS, telling, "untold").catch(() => undefined);

type Doors = { readonly store: Store; readonly redis: Redis; readonly clock: Clock };

/** The store, with its inserts told; `process` tells this one from others. */
export function tellInserts({ store, redis, clock }: Doors, process: string): Store {
  let count = 0;
  const told = async (insert: () => Promise<void>): Promise<void> => {
    const name = `${process}~${count++}`;
    await orLate(redis.zadd(KEYS.insertsInFlight, clock.now(), name));
    // One that failed may still be under way where the answer was lost: it stays until it counts as lost.
    await insert();
    await orLate(redis.zrem(KEYS.insertsInFlight, name));
  };
  return {
    ...store,
    insert: (...given) => told(() => store.insert(...given)),
    insertEncoded: (...given) => told(() => store.insertEncoded(...given)),
  };
}

/** The last instant up to `at` (epoch milliseconds) such that every insert that was told by then is stored. */
export async function storedBy(redis: Redis, at: number): Promise<number> {
  await redis.zremrangebyscore(KEYS.insertsInFlight, "-inf", String(at - LOST_MS));
  const [, oldest] = await redis.zrange(KEYS.insertsInFlight, "0", "0", "WITHSCORES");
  return oldest === undefined ? at : Math.min(at, Number(oldest) - 1);
}

// Live builds go first, told to all processes through Redis: back-fill asks nobody while one is under way.
import { KEYS } from "../key.ts";
import type { Redis } from "./redis.ts";

/** A builder that died holds up the past for no longer; a build that takes longer has had its start. */
const FIRST_MS = 20_000;

/** Says that something goes first for as long as the work runs. Redis is told, and nothing waits for it to hear. */
export async function sayFirst<T>(redis: Redis, work: () => Promise<T>): Promise<T> {
  await redis.set(KEYS.goingFirst, "1", "PX", FIRST_MS).catch(() => undefined);
  try {
    return await work();
  } finally {
    await redis.del(KEYS.goingFirst).catch(() => undefined);
  }
}

/** Whether something goes first now, as far as Redis says. */
export const isSomethingFirst = async (redis: Redis): Promise<boolean> =>
  (await redis.exists(KEYS.goingFirst).catch(() => 0)) === 1;

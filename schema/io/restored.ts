// The mark of a Redis that holds what the store knows and callers depend on. In a cluster each part of that may be lost by
// itself, so each has the mark beside it.
import { KEYS } from "../key.ts";
import { isSpread, type Redis } from "./redis.ts";

const marksOf = (redis: Redis): readonly string[] => (isSpread(redis) ? KEYS.restoredBeside : [KEYS.restored]);

/** A new one each time the data came back; null while something is missing. */
export async function restoredMark(redis: Redis): Promise<string | null> {
  const [mark = null, ...others] = await Promise.all(marksOf(redis).map((key) => redis.get(key)));
  return others.every((other) => other === mark) ? mark : null;
}

export async function markRestored(redis: Redis, mark: string): Promise<void> {
  await Promise.all(marksOf(redis).map((key) => redis.set(key, mark)));
}

export async function forgetRestored(redis: Redis): Promise<void> {
  await Promise.all(marksOf(redis).map((key) => redis.del(key)));
}

// A lock in Redis: one holder at a time for as long as it keeps saying so; a dead holder's lock ends by itself.

import { KEYS } from "../key.ts";
import { systemRandom } from "./random.ts";
import type { Redis } from "./redis.ts";

const EXTEND = `
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return 0`;
const RELEASE = `
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`;

export type Lock = {
  /** Throws when the lock is no longer ours. */
  extend(): Promise<void>;
  release(): Promise<void>;
};

/** Takes the lock for `ttlMs`, or gives null where somebody holds it. */
export async function takeLock(redis: Redis, name: string, ttlMs: number, now: number): Promise<Lock | null> {
  const key = KEYS.lock(name);
  const holder = systemRandom.id(now);
  if ((await redis.set(key, holder, "PX", ttlMs, "NX")) === null) return null;
  return {
    async extend() {
      if ((await redis.eval(EXTEND, 1, key, holder, ttlMs)) !== 1) throw new Error(`the lock ${name} was lost`);
    },
    async release() {
      await redis.eval(RELEASE, 1, key, holder);
    },
  };
}

/**
 * Keeps the lock while work of unknown length runs; the answer ends that. Whether it was kept all the while the holder
 * asks with `extend` before it says that the work is done.
 */
export function keepLock(lock: Lock, ttlMs: number): () => void {
  const timer = setInterval(() => void lock.extend().catch(() => undefined), ttlMs / 4);
  return () => clearInterval(timer);
}

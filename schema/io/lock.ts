// A lock in Redis: one holder at a time for as long as it keeps saying so; a dead holder's lock ends by itself.

import { setTimeout as sleep } from "node:timers/promises";
import { KEYS } from "../key.ts";
import type { Clock } from "./clock.ts";
import { endsWithin } from "./deadline.ts";
import { systemRandom } from "./random.ts";
import type { Redis } from "./redis.ts";
import { runScript, script } from "./script.ts";

const EXTEND = script(`
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return 0`);
/** KEYS: lock. ARGV: holder. */
export const RELEASE = script(`
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`);

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
      if ((await runScript(redis, EXTEND, [key], [holder, ttlMs])) !== 1) throw new Error(`the lock ${name} was lost`);
    },
    async release() {
      await runScript(redis, RELEASE, [key], [holder]);
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

/** A holder that died lets go by then; no work that waits for one waits longer. */
const ALONE_MS = 30_000;
const LOOK_MS = 10;
/** Of a Redis that is away or full. */
const ANSWER_MS = 2_000;

async function awaitLock(redis: Redis, name: string, clock: Clock): Promise<Lock | null> {
  for (let waitedMs = 0; waitedMs < ALONE_MS; waitedMs += LOOK_MS) {
    const lock = await endsWithin(ANSWER_MS, takeLock(redis, name, ALONE_MS, clock.now()), "nobody answers");
    if (lock) return lock;
    await sleep(LOOK_MS);
  }
  return null;
}

/** Works while nobody else does under that name. Without a Redis, and after half a minute, it works all the same. */
export async function whileAlone<R>(
  { redis, clock }: { readonly redis: Redis; readonly clock: Clock },
  name: string,
  work: () => Promise<R>,
): Promise<R> {
  const lock = await awaitLock(redis, name, clock).catch(() => null);
  try {
    return await work();
  } finally {
    await lock?.release().catch(() => undefined);
  }
}

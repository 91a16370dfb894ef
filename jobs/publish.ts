// Publishes snapshots: one script a frame that never puts older over newer, and announces what it stored.
import { decodeFrame, decodeTail, type Frame, type FrameTail } from "../schema/frame.ts";
import type { Redis } from "../schema/io/redis.ts";
import { runScript, script } from "../schema/io/script.ts";
import { KEYS } from "../schema/key.ts";
import { LIMITS } from "../schema/limit.ts";

export type Publication = {
  readonly name: string;
  /** Instant of the build, epoch milliseconds. */
  readonly version: number;
  readonly frame: Buffer;
};

const PUBLISH = script(`
local known = redis.call("HGET", KEYS[1], ARGV[1])
if known and tonumber(known) >= tonumber(ARGV[2]) then return 0 end
redis.call("SET", KEYS[2], ARGV[3], "EX", ARGV[4])
redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
redis.call("PUBLISH", ARGV[5], redis.call("INCR", KEYS[3]) .. " " .. ARGV[2] .. " " .. ARGV[1])
return 1`);

/** Frames under way at once: enough to save round trips, few enough to bound memory. */
const AT_ONCE_MAX = 64;

function publish(redis: Redis, { name, version, frame }: Publication): Promise<unknown> {
  const keys = [KEYS.snapshotVersions, KEYS.snapshot(name), KEYS.snapshotCount];
  return runScript(redis, PUBLISH, keys, [name, version, frame, LIMITS.snapshotTtlS, KEYS.snapshotChannel]);
}

/**
 * Publishes many frames. Each is stored whole or not at all, only where its version is higher than the stored one.
 * @returns how many were stored.
 */
export async function publishFrames(redis: Redis, publications: readonly Publication[]): Promise<number> {
  let stored = 0;
  for (let at = 0; at < publications.length; at += AT_ONCE_MAX) {
    const results = await Promise.all(publications.slice(at, at + AT_ONCE_MAX).map((one) => publish(redis, one)));
    stored += results.filter((result) => result === 1).length;
  }
  return stored;
}

/** The version that is published under a name, or null where none is. */
export async function publishedVersion(redis: Redis, name: string): Promise<number | null> {
  const version = await redis.hget(KEYS.snapshotVersions, name);
  return version === null ? null : Number(version);
}

/** What is published under the names, in their order; null where there is nothing or it cannot be read. */
async function readPublished<R>(
  redis: Redis,
  names: readonly string[],
  decode: (bytes: Buffer) => R | null,
): Promise<(R | null)[]> {
  if (names.length === 0) return [];
  const frames = await redis.mgetBuffer(names.map(KEYS.snapshot));
  return frames.map((bytes) => (bytes === null ? null : decode(bytes)));
}

/** The frames published under the names, in their order; null where there is none or it cannot be read. */
export const readFrames = (redis: Redis, names: readonly string[]): Promise<(Frame<unknown> | null)[]> =>
  readPublished(redis, names, decodeFrame);

/** The same of packed frames, without unpacking what is settled. */
export const readTails = (redis: Redis, names: readonly string[]): Promise<(FrameTail<unknown> | null)[]> =>
  readPublished(redis, names, decodeTail);

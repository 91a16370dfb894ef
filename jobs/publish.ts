// Publishes snapshots: one script a frame that never puts older over newer, and announces what it stored.
import { decodeFrame, decodeTail, type Frame, type FrameTail } from "../schema/frame.ts";
import { isSpread, type Redis } from "../schema/io/redis.ts";
import { runScript, script } from "../schema/io/script.ts";
import { snapshotBytes } from "../schema/io/snapshot-key.ts";
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

/** In a cluster, first where the frame lies: a frame says its own version. KEYS: frame. ARGV: version, bytes, seconds. */
const PLACE = script(`
local known = string.match(redis.call("GETRANGE", KEYS[1], 0, 255), '"version":(%d+)')
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "EX", ARGV[3])
return 1`);

/**
 * Then where versions are: who dies in between leaves a frame that is newer than what was told of it, until the next one.
 * KEYS: versions, count. ARGV: name, version, channel.
 */
const ANNOUNCE = script(`
local known = redis.call("HGET", KEYS[1], ARGV[1])
if known and tonumber(known) >= tonumber(ARGV[2]) then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
redis.call("PUBLISH", ARGV[3], redis.call("INCR", KEYS[2]) .. " " .. ARGV[2] .. " " .. ARGV[1])
return 1`);

/** Frames under way at once: enough to save round trips, few enough to bound memory. */
const AT_ONCE_MAX = 64;

async function publishSpread(redis: Redis, { name, version, frame }: Publication): Promise<unknown> {
  const placed = await runScript(redis, PLACE, [KEYS.spreadSnapshot(name)], [version, frame, LIMITS.snapshotTtlS]);
  if (placed !== 1) return placed;
  const keys = [KEYS.snapshotVersions, KEYS.snapshotCount];
  return runScript(redis, ANNOUNCE, keys, [name, version, KEYS.snapshotChannel]);
}

function publish(redis: Redis, publication: Publication): Promise<unknown> {
  if (isSpread(redis)) return publishSpread(redis, publication);
  const { name, version, frame } = publication;
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
  const frames = await snapshotBytes(redis, names);
  return frames.map((bytes) => (bytes === null ? null : decode(bytes)));
}

/** The frames published under the names, in their order; null where there is none or it cannot be read. */
export const readFrames = (redis: Redis, names: readonly string[]): Promise<(Frame<unknown> | null)[]> =>
  readPublished(redis, names, decodeFrame);

/** The same of packed frames, without unpacking what is settled. */
export const readTails = (redis: Redis, names: readonly string[]): Promise<(FrameTail<unknown> | null)[]> =>
  readPublished(redis, names, decodeTail);

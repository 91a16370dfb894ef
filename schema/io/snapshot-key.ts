// Where the bytes of a snapshot lie in Redis: beside its version on one server, each in a slot of its own in a cluster.
import { KEYS } from "../key.ts";
import { isSpread, type Redis } from "./redis.ts";

export const snapshotKey = (redis: Redis, name: string): string =>
  isSpread(redis) ? KEYS.spreadSnapshot(name) : KEYS.snapshot(name);

/** The bytes under the names, in their order. */
export function snapshotBytes(redis: Redis, names: readonly string[]): Promise<(Buffer | null)[]> {
  const keys = names.map((name) => snapshotKey(redis, name));
  return isSpread(redis) ? Promise.all(keys.map((key) => redis.getBuffer(key))) : redis.mgetBuffer(keys);
}

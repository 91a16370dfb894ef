// Tells the running service which backups it may expect and which were made, so that somebody hears where one is not.
import { resolve } from "node:path";
import type { Env } from "../../schema/env.ts";
import { openRedis, type Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { readRun } from "../folder.ts";

const WAIT_MS = 3_000;

/** A service that is stopped is told nothing. */
async function tellService(env: Env, write: (redis: Redis) => Promise<unknown>): Promise<void> {
  const run = await readRun(resolve(env.DATA_DIR)).catch(() => null);
  const url = env.REDIS_URL ?? run?.redisUrl ?? "";
  if (url === "") return;
  const redis = openRedis(url, "patient", "backup");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis does not answer")), WAIT_MS);
  });
  try {
    await Promise.race([write(redis), late]);
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

const every = (dueMs: number | null) => (dueMs === null ? {} : { every: String(dueMs / 1_000) });

/** Before the first of regular backups is tried, which may fail: from when on one is due within `dueMs`, epoch ms. */
export const notePromised = (env: Env, since: number, dueMs: number): Promise<void> =>
  tellService(env, (redis) =>
    Promise.all([redis.hsetnx(KEYS.backup, "since", String(since)), redis.hset(KEYS.backup, every(dueMs))]),
  );

/** `dueMs`: within how long the next one is made; null where nobody said. */
export const noteMade = (env: Env, at: string, dueMs: number | null): Promise<void> =>
  tellService(env, (redis) => redis.hset(KEYS.backup, { at: String(Date.parse(at)), ...every(dueMs) }));

// Tells the running service that a backup was made, so that somebody hears where the next one is not.
import { resolve } from "node:path";
import type { Env } from "../../schema/env.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { readRun } from "../folder.ts";

const WAIT_MS = 3_000;

/** `dueMs`: within how long the next one is made; null where nobody said. A service that is stopped is told nothing. */
export async function noteMade(env: Env, at: string, dueMs: number | null): Promise<void> {
  const run = await readRun(resolve(env.DATA_DIR)).catch(() => null);
  const url = env.REDIS_URL ?? run?.redisUrl ?? "";
  if (url === "") return;
  const redis = openRedis(url, "patient", "backup");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis does not answer")), WAIT_MS);
  });
  const every = dueMs === null ? {} : { every: String(dueMs / 1_000) };
  try {
    await Promise.race([redis.hset(KEYS.backup, { at: String(Date.parse(at)), ...every }), late]);
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

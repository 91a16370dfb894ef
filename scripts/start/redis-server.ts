// The redis-server that is started when none is configured: what it is told, and how to ask whether it is up.
import { openRedis, type Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";

/** Where the redis-server of that port answers to who has its password. */
export const redisAddress = (port: number, password: string): string => `redis://:${password}@127.0.0.1:${port}`;

/** Settings that redis-server reads from its input: arguments are readable by every user of the machine. */
export const redisSecrets = (password: string): string => `requirepass ${password}\n`;

/**
 * Arguments of redis-server for queues and snapshots: nothing is ever evicted, and at most the last second of writes is
 * lost with the power. A day's permits, which may be of millions of callers, go beside the answers. Loopback only.
 */
export const redisArguments = (port: number, folder: string): string[] => [
  ...["--port", String(port), "--bind", "127.0.0.1", "--protected-mode", "yes"],
  ...["--dir", folder, "--daemonize", "no", "--save", ""],
  ...["--appendonly", "yes", "--appendfsync", "everysec", "--aof-load-truncated", "yes"],
  ...["--maxmemory-policy", "noeviction", "--lazyfree-lazy-expire", "yes", "--tcp-keepalive", "60", "--timeout", "0"],
];

/** What a command of its own connection comes to; `otherwise` where nothing comes of it in time. */
async function ask<T>(url: string, waitMs: number, command: (redis: Redis) => Promise<T>, otherwise: T): Promise<T> {
  const redis = openRedis(url, "patient", "starter");
  let timer: NodeJS.Timeout | undefined;
  // A command that waits for a connection is not told when that is given up.
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, waitMs, otherwise);
  });
  try {
    return await Promise.race([command(redis), late]);
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

/** Whether Redis takes writes: a reader of its own data would not notice a full or loading one. */
export const isRedisWritable = (url: string): Promise<boolean> =>
  ask(
    url,
    1_000,
    (redis) =>
      redis.set(KEYS.lock("starter"), "1", "EX", 60).then(
        (said) => said === "OK",
        () => false,
      ),
    false,
  );

/** Whether Redis says anything at all: one that is full or busy is not mended by a restart. */
export const isRedisAnswering = (url: string, waitMs: number): Promise<boolean> =>
  ask(
    url,
    waitMs,
    (redis) =>
      redis.ping().then(
        () => true,
        (error: Error) => error.name === "ReplyError",
      ),
    false,
  );

// The redis-server that is started when none is configured: what it is told, and how to ask whether it is up.
import { openRedis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";

/** Where the redis-server of that port answers to who has its password. */
export const redisAddress = (port: number, password: string): string => `redis://:${password}@127.0.0.1:${port}`;

/** Settings that redis-server reads from its input: arguments are readable by every user of the machine. */
export const redisSecrets = (password: string): string => `requirepass ${password}\n`;

/**
 * Arguments of redis-server for queues and snapshots: nothing is ever evicted, and at most the last second of writes is
 * lost with the power. Loopback only.
 */
export const redisArguments = (port: number, folder: string): string[] => [
  ...["--port", String(port), "--bind", "127.0.0.1", "--protected-mode", "yes"],
  ...["--dir", folder, "--daemonize", "no", "--save", ""],
  ...["--appendonly", "yes", "--appendfsync", "everysec", "--aof-load-truncated", "yes"],
  ...["--maxmemory-policy", "noeviction", "--tcp-keepalive", "60", "--timeout", "0"],
];

/** Whether Redis takes writes: a reader of its own data would not notice a full or loading one. */
export async function isRedisWritable(url: string): Promise<boolean> {
  const redis = openRedis(url, "patient", "starter");
  let timer: NodeJS.Timeout | undefined;
  // A command that waits for a connection is not told when that is given up.
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, 1_000, false);
  });
  const written = redis.set(KEYS.lock("starter"), "1", "EX", 60).then(
    (said) => said === "OK",
    () => false,
  );
  try {
    return await Promise.race([written, late]);
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

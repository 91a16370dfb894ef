// The Redis door: how producers, workers and subscribers connect.
import { Redis } from "ioredis";

export type { Redis } from "ioredis";

/**
 * `fast` fails at once while Redis is away (answers, producers); `patient` waits for it (workers, subscribers).
 */
export function openRedis(url: string, manner: "fast" | "patient", name: string): Redis {
  const patient = manner === "patient";
  const redis = new Redis(url, {
    connectionName: `assay-${name}`,
    enableOfflineQueue: patient,
    maxRetriesPerRequest: patient ? null : 1,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
    connectTimeout: 5_000,
  });
  // Without a listener ioredis prints every lost connection; the state is visible in status and readiness instead.
  redis.on("error", () => undefined);
  return redis;
}

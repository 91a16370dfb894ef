// The dependencies of a jobs process over a test's own Redis, and over a store where one is given.
import type { Deps } from "../../jobs/deps.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { type Clock, systemClock } from "../../schema/io/clock.ts";
import { openLog } from "../../schema/io/log.ts";
import { openProducer } from "../../schema/io/queue.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";

/** A store that is always away: what a test that needs none gets. */
const away = (): never => {
  throw new Error("the store is away");
};
export const NO_STORE: Store = {
  query: async () => away(),
  stream: away,
  insert: async () => away(),
  insertEncoded: async () => away(),
  command: async () => away(),
  ping: async () => false,
  close: async () => undefined,
};

/** Opens everything; `close` lets go of it. */
export function openTestDeps(redisUrl: string, given: { readonly store?: Store; readonly clock?: Clock } = {}) {
  const redis = openRedis(redisUrl, "patient", "test");
  const producer = openProducer(redis);
  const deps: Deps = {
    env: parseEnv({ LOG_LEVEL: "silent" }),
    clock: given.clock ?? systemClock,
    log: openLog("test", "silent"),
    store: given.store ?? NO_STORE,
    redis,
    producer,
  };
  return {
    deps,
    redis,
    producer,
    async close() {
      await producer.close();
      redis.disconnect();
    },
  };
}

// A partner's key of a running service, as an operator makes one.
import { openStore } from "../../schema/io/clickhouse.ts";
import { openRedis } from "../../schema/io/redis.ts";
import type { RunningService } from "../../scripts/bench/service.ts";
import { createKey } from "../../scripts/keys/store-key.ts";

/** @returns its secret. */
export async function makeKey(service: Pick<RunningService, "place">): Promise<string> {
  const place = await service.place();
  const store = openStore({
    ...{ url: place.clickhouseUrl, user: place.clickhouseUser, password: place.clickhousePassword },
    ...{ database: place.clickhouseDatabase, process: "soak" },
  });
  const redis = openRedis(place.redisUrl, "patient", "soak");
  try {
    return (await createKey({ redis, store, now: () => Date.now() }, "partner")).secret;
  } finally {
    redis.disconnect();
    await store.close();
  }
}

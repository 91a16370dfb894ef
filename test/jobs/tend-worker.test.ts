// Workers where Redis fails them.
import { Worker } from "bullmq";
import t from "tap";
import { tendWorker } from "../../jobs/tend-worker.ts";
import { openProducer } from "../../schema/io/queue.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { startTestRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";

t.test("a worker that is never told that its connection is back takes its next job all the same", async (t) => {
  const { url } = await startTestRedis(t);
  const redis = openRedis(url, "patient", "test");
  const done = new Set<string>();
  const place = { connection: redis, prefix: KEYS.queuePrefix };
  const worker = new Worker("upkeep", async ({ id = "" }) => void done.add(id), place);
  worker.on("error", () => undefined);
  const producer = openProducer(redis);
  t.teardown(async () => {
    await worker.close(true);
    await producer.close();
    redis.disconnect();
  });
  // As BullMQ's own wait was seen to hang after a server of a cluster was lost.
  const insides = worker as unknown as { readonly backend: { waitForJob(seconds: number): Promise<unknown> } };
  let waits = 0;
  insides.backend.waitForJob = () => {
    waits += 1;
    return new Promise<never>(() => {});
  };
  tendWorker(worker, { stuckMs: -4_000 });
  await until(() => waits > 0);
  await producer.add({ name: "store.sweep", id: "store.sweep~1", payload: { slot: 1 } });
  await until(() => done.has("store.sweep~1"));
  t.ok(waits > 0, `given up ${waits} times`);
});

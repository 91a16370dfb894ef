import t from "tap";
import { openProducer } from "../../../schema/io/queue.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { type JobPayload, jobId } from "../../../schema/job.ts";
import { startTestRedis } from "../../support/redis.ts";

const pull = (slot: number) => ({
  name: "source.pull" as const,
  id: jobId("source.pull", "binance-candle-1m", slot),
  payload: { source: "binance-candle-1m", slot },
});

t.test("the producer door", async (t) => {
  const server = await startTestRedis(t);
  const redis = openRedis(server.url, "fast", "test-queue");
  await new Promise((resolve) => redis.once("ready", resolve));
  const producer = openProducer(redis);
  t.teardown(async () => {
    await producer.close();
    redis.disconnect();
  });

  t.test("one id makes one job, alone or in bulk", async (t) => {
    await Promise.all([producer.add(pull(1)), producer.add(pull(1)), producer.addAll([pull(1), pull(2), pull(2)])]);
    t.equal((await producer.counts("pull")).waiting, 2);
  });

  t.test("a payload that is not of the catalogue never reaches the queue", async (t) => {
    const payload = { source: "Not an id", slot: 3 } as JobPayload<"source.pull">;
    await t.rejects(producer.add({ ...pull(3), payload }), { message: /payload of source\.pull/ });
    t.equal((await producer.counts("pull")).waiting, 2);
  });

  t.test("while Redis is away an enqueue fails at once instead of waiting", async (t) => {
    await server.kill();
    await t.rejects(producer.add(pull(4)));
  });
});

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

const fill = (from: number) => ({
  name: "gap.fill" as const,
  id: jobId("gap.fill", "binance-candle-1m", from),
  payload: { source: "binance-candle-1m", token: "bitcoin", from, to: from + 60_000 },
  priority: 10,
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
    await Promise.all([producer.add(fill(1)), producer.add(fill(1)), producer.addAll([fill(1), fill(2), fill(2)])]);
    t.equal((await producer.counts("upkeep")).prioritized, 2);
  });

  t.test("of a source one pull waits, whatever its slot; readings of some tokens stand for no other", async (t) => {
    const some = { ...pull(3), id: "some", payload: { ...pull(3).payload, tokens: ["bitcoin"] } };
    await producer.addAll([pull(1), pull(2), some]);
    await producer.add(pull(3));
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

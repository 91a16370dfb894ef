import t from "tap";
import { openProducer } from "../../../schema/io/queue.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { type JobPayload, jobId } from "../../../schema/job.ts";
import { createKey, listKeys } from "../../../scripts/keys/store-key.ts";
import { NO_STORE } from "../../support/deps.ts";
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

  t.test("a change of a key ends with what is the matter: a full Redis, a store that does not answer", async (t) => {
    const waiting = openRedis(server.url, "patient", "test-keys");
    t.teardown(() => waiting.disconnect());
    const doors = { redis: waiting, store: { ...NO_STORE, insert: () => new Promise<never>(() => undefined) } };
    const hanging = { ...doors, now: () => 1, patienceMs: 300 };
    await t.rejects(createKey(hanging, "late"), { message: /^The store does not answer; .*keys -- list/ });
    t.match(await listKeys(hanging), [{ name: "late" }], "and the list says that it was made");
    await waiting.config("SET", "maxmemory", "1");
    await t.rejects(createKey(hanging, "none"), {
      message: /^Nothing was changed: Redis is full: give it more memory/,
    });
    await waiting.config("SET", "maxmemory", "0");
    server.pause();
    await t.rejects(createKey(hanging, "none"), {
      message: /^Redis does not answer, so whether it was done is not known/,
    });
    server.resume();
  });

  t.test("while Redis is away an enqueue fails at once instead of waiting", async (t) => {
    await server.kill();
    await t.rejects(producer.add(pull(4)));
  });
});

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import t, { type Test } from "tap";
import { openProducer } from "../../../schema/io/queue.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { type JobPayload, jobId } from "../../../schema/job.ts";
import { KEYS } from "../../../schema/key.ts";
import { createKey, listKeys } from "../../../scripts/keys/store-key.ts";
import { NO_STORE } from "../../support/deps.ts";
import { copyOf, startTestRedis } from "../../support/redis.ts";
import { takeProblems } from "../../support/slot.ts";
import { until } from "../../support/until.ts";

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

/** Stands before Redis; what it swallows stays open and says nothing any more, as if a machine were gone without a word. */
async function startSwallowingProxy(t: Test, port: number) {
  const pairs: (readonly [Socket, Socket])[] = [];
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.pipe(far);
    far.pipe(near);
    pairs.push([near, far]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    for (const socket of pairs.flat()) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `redis://127.0.0.1:${address.port}`,
    connections: () => pairs.length,
    swallow() {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
    },
  };
}

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

  t.test("what waits longest is told whatever goes before it", async (t) => {
    const since = await producer.oldest("upkeep");
    await new Promise((wake) => setTimeout(wake, 20));
    for (const priority of [1, 2, 5, 11]) await producer.add({ ...fill(100 + priority), priority });
    t.not(since, null);
    t.equal(await producer.oldest("upkeep"), since, "the first, of priority 10");
    await producer.add({ ...fill(200), priority: 0 });
    t.equal(await producer.oldest("upkeep"), since);
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
    t.match(await createKey(hanging, "late"), { unstored: "the store does not answer", secret: /^assay_/ });
    t.match(await listKeys(hanging), [{ name: "late" }], "it was made, and waits for the store");
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

  t.test(
    "a patient connection whose other end vanished goes on with a new one; one that blocks is left to",
    async (t) => {
      const proxy = await startSwallowingProxy(t, server.port);
      const patient = openRedis(proxy.url, "patient", "test-vanished", 200);
      t.teardown(() => patient.disconnect());
      await patient.set("before", "1");
      const blocking = copyOf(patient);
      t.teardown(() => blocking.disconnect());
      const id = await blocking.client("ID");
      t.equal(await blocking.blpop("nothing-ever-comes", 1), null, "five times as long as silence may last");
      t.equal(await blocking.client("ID"), id, "on the same connection");
      t.match(blocking.options, { keepAlive: 10_000 }, "the system looks after it");
      proxy.swallow();
      let last: string | null = null;
      patient.get("before").then((value) => {
        last = value;
      }, t.fail);
      t.equal(await until(() => last), "1");
      t.equal(proxy.connections(), 3);
    },
  );

  t.test("what would span slots of a cluster is found by every test over a Redis", async (t) => {
    const [one, other] = [KEYS.universeSize, KEYS.reread];
    const found = /spans slots of a cluster/;
    t.throws(() => redis.pipeline().hset(one, "a", 1).del(other).exec(), found);
    t.throws(() => redis.multi().set(one, 1).expire(one, 1).set(other, 1).exec(), found);
    t.throws(() => redis.eval("return 1", 2, one, other), found);
    t.throws(() => redis.exists(one, other), found);
    t.equal(takeProblems().length, 4);
    await redis.multi().set(KEYS.usage, 1).del(KEYS.usage, KEYS.usageTaken).exec();
    await redis.eval("return 1", 1, one, other);
    t.same(takeProblems(), []);
  });

  t.test("while Redis is away an enqueue fails at once instead of waiting", async (t) => {
    await server.kill();
    await t.rejects(producer.add(pull(4)));
  });
});

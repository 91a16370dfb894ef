import { spawn } from "node:child_process";
import { once } from "node:events";
import t from "tap";
import { readJobHealth } from "../../jobs/health.ts";
import { type Handlers, startHost } from "../../jobs/host.ts";
import { JOB_NAMES, JOBS, jobId } from "../../schema/job.ts";
import { LANE_IDS } from "../../schema/lane.ts";
import { programArgs } from "../../scripts/program.ts";
import { suiteNow } from "../support/base.ts";
import { openTestDeps } from "../support/deps.ts";
import { testHandlers } from "../support/handlers.ts";
import { startTestRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";

const timing = { lockMs: 1_000, stalledIntervalMs: 500 };
const sweep = (slot: number) => ({ name: "store.sweep", id: jobId("store.sweep", slot), payload: { slot } }) as const;

/** Redis, dependencies and a host that ends with the test. */
async function setUp(t: Parameters<typeof startTestRedis>[0], handlers: Partial<Handlers>) {
  const server = await startTestRedis(t);
  const opened = openTestDeps(server.url);
  const start = () =>
    startHost({
      deps: opened.deps,
      redis: opened.redis,
      lanes: LANE_IDS,
      timing,
      handlers: testHandlers(handlers),
    });
  t.teardown(opened.close);
  return { ...opened, url: server.url, start };
}

t.test("a Redis that refuses is asked once a second a lane, not as fast as it refuses", async (t) => {
  const { redis, start } = await setUp(t, {});
  await redis.config("SET", "maxmemory", "1");
  const refusals = async () => Number(/errorstat_OOM:count=(\d+)/.exec(await redis.info("errorstats"))?.[1] ?? 0);
  const host = start();
  await until(async () => (await refusals()) > 0);
  const before = await refusals();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const more = (await refusals()) - before;
  t.ok(more <= LANE_IDS.length * 6, `${more} refusals`);
  await redis.config("SET", "maxmemory", "0");
  await host.close(1_000);
});

t.test("every job of the catalogue is taken from its lane with its payload, and its health is noted", async (t) => {
  const seen: string[] = [];
  const note = async (_: unknown, payload: object) => seen.push(JSON.stringify(payload));
  const { producer, redis, start } = await setUp(
    t,
    Object.fromEntries(JOB_NAMES.map((name) => [name, note])) as unknown as Handlers,
  );
  const host = start();
  const payloads = [
    { name: "source.pull", payload: { source: "binance-candle", slot: 60_000 } },
    { name: "gap.fill", payload: { source: "binance-candle", token: "bitcoin", from: 0, to: 60_000 } },
    { name: "gap.sweep", payload: { slot: 0 } },
    { name: "snapshot.build", payload: { part: "live", slot: 15_000 } },
    { name: "store.sweep", payload: { slot: 0 } },
    { name: "signal.detect", payload: { slot: 0 } },
    { name: "window.reread", payload: { slot: 0 } },
    { name: "replay.sample", payload: { slot: 0 } },
    { name: "past.read", payload: { id: "01JD6Q3Z8W0000000000000000", token: "bitcoin", at: 1, until: 1 } },
    { name: "issued.replay", payload: { id: "01JD6Q3Z8W0000000000000000", issued: "1", until: 1 } },
    { name: "checkpoint.sign", payload: { slot: 0 } },
    { name: "checkpoint.attest", payload: { slot: 0 } },
    { name: "checkpoint.witness", payload: { slot: 0 } },
    { name: "evaluation.mint", payload: { slot: 0 } },
    { name: "outcome.score", payload: { slot: 0 } },
    {
      name: "evaluation.size",
      payload: { id: "eval_01JD6Q3Z8W0000000000000000", token: "bitcoin", order: { size_usd: 1 }, until: 1 },
    },
    {
      name: "address.inspect",
      payload: {
        id: "01JD6Q3Z8W0000000000000000",
        chain: "btc",
        address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
        until: 1,
      },
    },
    { name: "brief.plan", payload: { slot: 0 } },
    { name: "brief.write", payload: { run: "run_01JD6Q3Z8W0000000000000000", token: "bitcoin", hours: 2, until: 1 } },
    {
      name: "answer.write",
      payload: { id: "ans_01JD6Q3Z8W0000000000000000", token: "bitcoin", mode: "claim", text: "It is up", until: 1 },
    },
    {
      name: "agent.run",
      payload: { id: "run_01JD6Q3Z8W0000000000000000", agent: "whale-watch", input: { token: "bitcoin" }, until: 1 },
    },
    { name: "usage.store", payload: { slot: 0 } },
    { name: "key.store", payload: { slot: 0 } },
    { name: "payment.settle", payload: { slot: 0 } },
    { name: "hour.fold", payload: { slot: 0 } },
    {
      name: "monitor.create",
      payload: {
        ...{ id: "mon_01JD6Q3Z8W0000000000000000", digest: "0".repeat(64), tokens: ["bitcoin"] },
        conditions: { kinds: ["price_move"], min_severity: 2, verdict_changes: true, new_briefs: true },
        ...{ url: "https://hooks.example.com/", callers: [], payment: "", until: 1 },
      },
    },
    { name: "monitor.begin", payload: { id: "01JD6Q3Z8W0000000000000000", payment: "ab".repeat(32), until: 1 } },
    { name: "monitor.list", payload: { id: "01JD6Q3Z8W0000000000000000", digest: "0".repeat(64), until: 1 } },
    {
      name: "monitor.stop",
      payload: { id: "01JD6Q3Z8W0000000000000000", monitor: "mon_1", digest: "0".repeat(64), until: 1 },
    },
    { name: "webhook.match", payload: { slot: 0 } },
    { name: "webhook.sweep", payload: { slot: 0 } },
    {
      name: "webhook.deliver",
      payload: {
        ...{ message: "msg_01JD6Q3Z8W0000000000000000", monitor: "mon_01JD6Q3Z8W0000000000000000" },
        ...{ sequence: 1, event: 1, attempt: 1 },
      },
    },
  ] as const;
  t.strictSame(payloads.map((p) => p.name).sort(), [...JOB_NAMES].sort(), "payloads of an older release still parse");
  await producer.addAll(payloads.map((p) => ({ ...p, id: jobId(p.name, 1) })));
  await until(() => seen.length === payloads.length);
  t.strictSame(seen.sort(), payloads.map((p) => JSON.stringify(p.payload)).sort());
  const health = await until(async () => {
    const all = await readJobHealth(redis, suiteNow());
    return all.size === payloads.length ? all : null;
  });
  for (const [key, line] of health) {
    t.equal(line.completed1h, 1, `${key} is counted`);
    t.equal(line.failed1h, 0);
    t.ok((line.lagMs ?? -1) >= 0);
  }
  t.ok(health.has("source.pull~binance-candle") && health.has("snapshot.build~live"));
  await host.close(1_000);
});

t.test("a payload that breaks the catalogue fails once, is not retried, and reaches no handler", async (t) => {
  let ran = 0;
  const { producer, redis, start } = await setUp(t, { "store.sweep": async () => ran++ });
  await producer.add(sweep(1));
  const prefix = "{assay:1:queue}:upkeep";
  await redis.hset(`${prefix}:store.sweep~1`, "data", JSON.stringify({ slot: "yesterday" }));
  const host = start();
  await until(async () => (await producer.counts("upkeep")).failed === 1);
  t.equal(ran, 0);
  t.equal(await redis.hget(`${prefix}:store.sweep~1`, "atm"), "1", "one attempt");
  t.match((await readJobHealth(redis, suiteNow())).get("store.sweep")?.lastError, /payload/);
  await host.close(1_000);
});

t.test("a failed job is run again, up to the attempts of the catalogue", async (t) => {
  let ran = 0;
  const { producer, start } = await setUp(t, {
    "store.sweep": async () => {
      ran++;
      throw new Error("no");
    },
  });
  const host = start();
  await producer.add(sweep(1));
  await until(async () => (await producer.counts("upkeep")).failed === 1);
  t.equal(ran, JOBS["store.sweep"].attempts);
  await host.close(1_000);
});

t.test("a stop waits for the running job and takes no other", async (t) => {
  const log: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { producer, start } = await setUp(t, {
    "snapshot.build": async () => {
      log.push("started");
      await held;
      log.push("ended");
    },
  });
  const host = start();
  await producer.addAll([
    { name: "snapshot.build", id: "snapshot.build~live~1", payload: { part: "live", slot: 1 } },
    { name: "signal.detect", id: "signal.detect~1", payload: { slot: 1 } },
  ]);
  await until(() => log.length === 1);
  const closed = host.close(5_000);
  release();
  await closed;
  t.strictSame(log, ["started", "ended"]);
  t.match(await producer.counts("build"), { prioritized: 1, active: 0, failed: 0 });
});

t.test("a job that outlasts the grace is told to stop, and the stop ends", async (t) => {
  let told = false;
  const { producer, start } = await setUp(t, {
    "store.sweep": (_deps, _payload, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          told = true;
          resolve(undefined);
        });
      }),
  });
  const host = start();
  await producer.add(sweep(1));
  await until(async () => (await producer.counts("upkeep")).active === 1);
  await host.close(200);
  t.equal(told, true);
});

t.test("a job that a stop cuts off has not failed: another worker runs it", async (t) => {
  let ran = 0;
  const cut = (_deps: unknown, _payload: unknown, signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut"))));
  const { producer, redis, deps, start } = await setUp(t, { "address.inspect": cut });
  const address = { chain: "btc", address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT" } as const;
  const id = "01JD6Q3Z8W0000000000000000";
  const payload = { id, ...address, until: 1 };
  const host = start();
  await producer.add({ name: "address.inspect", id: jobId("address.inspect", id), payload });
  await until(async () => (await producer.counts("premium")).active === 1);
  await host.close(100);
  t.match(await producer.counts("premium"), { waiting: 1, active: 0, failed: 0 });
  t.notOk((await readJobHealth(redis, suiteNow())).has("address.inspect"));
  const handlers = testHandlers({ "address.inspect": async () => ran++ });
  const next = startHost({ deps, redis, lanes: LANE_IDS, timing, handlers });
  await until(() => ran === 1);
  await next.close(1_000);
});

t.test("a worker killed in mid-job leaves it to another, which runs it once", async (t) => {
  let ran = 0;
  const { producer, url, start } = await setUp(t, { "store.sweep": async () => ran++ });
  await producer.add(sweep(1));
  const child = spawn(process.execPath, [...programArgs("hanging-worker"), url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.teardown(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const host = start();
  await until(() => ran > 0);
  await until(async () => (await producer.counts("upkeep")).active === 0);
  t.equal(ran, 1);
  await host.close(1_000);
});

t.test("work goes on by itself after Redis was away", async (t) => {
  let ran = 0;
  const server = await startTestRedis(t);
  const opened = openTestDeps(server.url);
  t.teardown(opened.close);
  const host = startHost({
    deps: opened.deps,
    redis: opened.redis,
    lanes: ["upkeep"],
    handlers: testHandlers({ "store.sweep": async () => ran++ }),
  });
  await opened.producer.add(sweep(1));
  await until(() => ran === 1);
  await server.kill();
  await server.restart();
  await opened.producer.add(sweep(2));
  await until(() => ran === 2, 15_000);
  await host.close(1_000);
});

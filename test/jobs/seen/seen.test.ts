// What jobs processes tell: queues, money and Redis as they are, runs as they end, the request behind a job, and the pages
// of the queues, which change nothing and show no secret.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { startHost } from "../../../jobs/host.ts";
import { commonLooks } from "../../../jobs/seen/common-facts.ts";
import { readRedisInfo } from "../../../jobs/seen/redis-info.ts";
import { openQueues } from "../../../schema/io/queue.ts";
import { mountBoard, shown } from "../../../schema/io/seen/board.ts";
import { openMetrics } from "../../../schema/io/seen/metrics.ts";
import { jobId } from "../../../schema/job.ts";
import { KEYS } from "../../../schema/key.ts";
import { suiteNow } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { testHandlers } from "../../support/handlers.ts";
import { startTestRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const sweep = (slot: number) => ({ name: "store.sweep", id: jobId("store.sweep", slot), payload: { slot } }) as const;
const numberOf = (text: string, start: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(start))
      ?.split(" ")
      .at(-1) ?? Number.NaN,
  );

async function setUp(t: Test) {
  const server = await startTestRedis(t);
  const opened = openTestDeps(server.url);
  t.teardown(opened.close);
  return opened;
}

t.test("queues, payments without an end and Redis are told as they are", async (t) => {
  const { deps, redis, producer } = await setUp(t);
  const metrics = openMetrics("jobs", commonLooks({ ...deps, producer }));
  const before = await metrics.text();
  t.equal(numberOf(before, 'queue_jobs{lane="upkeep",state="waiting"'), 0);
  t.equal(numberOf(before, 'queue_oldest_seconds{lane="upkeep"'), 0);
  t.equal(numberOf(before, "payments_pending{"), 0);
  await producer.add(sweep(0));
  await redis.zadd(KEYS.paymentsPending, deps.clock.now() - 60_000, "tx");
  await redis.rpush(KEYS.paymentLedgerRefused, "no end");
  const after = await metrics.text();
  t.equal(
    numberOf(after, 'queue_jobs{lane="upkeep",state="waiting"') +
      numberOf(after, 'queue_jobs{lane="upkeep",state="prioritized"'),
    1,
  );
  t.equal(numberOf(after, "payments_pending{"), 1);
  t.ok(numberOf(after, "payments_pending_oldest_seconds{") >= 60);
  t.equal(numberOf(after, "payments_set_aside{"), 1);
  t.ok(numberOf(after, "redis_memory_used_bytes{") > 100_000);
  t.equal(numberOf(after, "redis_writes_kept{"), 0, "the Redis of tests keeps no log");
  t.equal(numberOf(after, 'looks_failed_total{look="queue"'), 0);
});

t.test("a Redis that cannot write its log says so", async (t) => {
  const info = (status: string) => `used_memory:5\r\naof_enabled:1\r\naof_last_write_status:${status}\r\n`;
  const kept = (text: string) => [
    ...(readRedisInfo(text.split("|"))
      .find(({ name }) => name === "redis_writes_kept")
      ?.read() ?? []),
  ];
  t.same(kept(info("ok")), [{ value: 1 }]);
  t.same(kept(info("err")), [{ value: 0 }]);
  t.same(kept("aof_enabled:0\r\naof_last_write_status:ok\r\n"), [{ value: 0 }], "a log that is off keeps nothing");
  t.same(kept(`${info("ok")}|${info("err")}`), [{ value: 0 }], "of a cluster any one");
  const gauges = readRedisInfo([
    "used_memory:50\r\nmaxmemory:100\r\nconnected_clients:2\r\n",
    "used_memory:45\r\nmaxmemory:50\r\nconnected_clients:3\r\n",
  ]);
  const told = Object.fromEntries(gauges.map(({ name, read }) => [name, [...read()].map(({ value }) => value)]));
  t.match(told, { redis_memory_used_bytes: [45], redis_memory_max_bytes: [50], redis_clients: [5] }, "the fullest");
  const unbound = readRedisInfo([
    "used_memory:50\r\nmaxmemory:0\r\ntotal_system_memory:1000\r\n",
    "used_memory:40\r\nmaxmemory:0\r\ntotal_system_memory:100\r\n",
  ]);
  const of = Object.fromEntries(unbound.map(({ name, read }) => [name, [...read()].map(({ value }) => value)]));
  t.match(of, { redis_memory_used_bytes: [40], redis_memory_total_bytes: [100] }, "without a bound by its machine's");
});

t.test("runs are counted by how they end, and lines about a job name the request that waits for it", async (t) => {
  const { deps, redis, producer } = await setUp(t);
  const lines: Record<string, unknown>[] = [];
  const noted = (bound: object) => ({
    ...deps.log,
    debug: (what: object, msg: string) => void lines.push({ ...bound, ...what, msg }),
    error: (what: object, msg: string) => void lines.push({ ...bound, ...what, msg }),
    info: (what: object, msg: string) => void lines.push({ ...bound, ...what, msg }),
    warn: () => undefined,
    child: (more: object) => noted({ ...bound, ...more }),
  });
  const log = noted({}) as unknown as typeof deps.log;
  const handlers = testHandlers({
    "store.sweep": async ({ log: own }, { slot }) => {
      own.info({ slot }, "at work");
      if (slot === 2) throw new Error("no");
    },
  });
  const host = startHost({ deps: { ...deps, log }, redis, lanes: ["upkeep"], handlers });
  t.teardown(() => host.close(1_000));
  await producer.add({ ...sweep(1), requestId: "mine_1" });
  await until(async () => lines.some(({ msg }) => msg === "job done"));
  t.match(
    lines.filter(({ request }) => request === "mine_1").map(({ msg }) => msg),
    ["at work", "job done"],
  );
  await producer.add(sweep(2));
  await until(async () => lines.some(({ msg }) => msg === "job failed"));
  t.notOk(
    lines.some(({ msg, request }) => msg === "job failed" && request !== undefined),
    "and no other job's",
  );
  const text = await openMetrics("jobs", []).text();
  t.ok(numberOf(text, 'job_runs_total{task="store.sweep",lane="upkeep",outcome="done"') >= 1);
  t.ok(numberOf(text, 'job_runs_total{task="store.sweep",lane="upkeep",outcome="failed"') >= 1);
  t.ok(numberOf(text, 'job_duration_seconds_count{task="store.sweep",lane="upkeep"') >= 1);
});

async function board(t: Test, isReadOnly: boolean) {
  const { redis, producer } = await setUp(t);
  const answer = mountBoard(() => openQueues(redis), isReadOnly);
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/queues`;
  return { base, producer, redis };
}

t.test("the pages of the queues show every lane and its jobs, without what is their owners'", async (t) => {
  const { base, producer } = await board(t, true);
  const until_ = suiteNow() + 60_000;
  const id = "01JD0000000000000000000000";
  const digest = "ab".repeat(32);
  await producer.add({ name: "monitor.list", id: jobId("monitor.list", id), payload: { id, digest, until: until_ } });
  const page = await fetch(base);
  t.equal(page.status, 200);
  const html = await page.text();
  t.match(html, /<html/i);
  const script = /(?:src|href)="([^"]*static[^"]*\.js)"/.exec(html)?.[1] ?? "";
  t.equal((await fetch(new URL(script, `${base}/`))).status, 200, "with its own script");
  const told = await (await fetch(`${base}/api/queues?activeQueue=watch&page=1&jobsPerPage=10`)).text();
  const { queues } = JSON.parse(told) as { queues: { name: string; readOnlyMode: boolean }[] };
  t.same(queues.map(({ name }) => name).sort(), [
    "build",
    "deliver",
    "history",
    "premium",
    "pull",
    "status",
    "upkeep",
    "watch",
  ]);
  t.ok(queues.every(({ readOnlyMode }) => readOnlyMode));
  t.match(told, /monitor\.list/);
  t.notMatch(told, new RegExp(digest));
  t.match(shown({ a: [{ secret_sealed: "x" }], b: 1 }), { a: [{ secret_sealed: "[removed]" }], b: 1 });
});

t.test("read-only pages change nothing, whatever is asked of them", async (t) => {
  const { base, producer } = await board(t, true);
  await producer.add(sweep(0));
  for (const [method, path] of [
    ["PUT", "/api/queues/upkeep/pause"],
    ["PUT", "/api/queues/upkeep/empty"],
    ["PUT", "/api/queues/upkeep/obliterate"],
    ["PUT", "/api/queues/upkeep/clean/waiting"],
    ["PUT", `/api/queues/upkeep/${encodeURIComponent(sweep(0).id)}/clean`],
    ["POST", "/api/queues/upkeep/add"],
  ] as const) {
    const answer = await fetch(base + path, { method, headers: { "content-type": "application/json" }, body: "{}" });
    t.ok(answer.status >= 400, `${method} ${path} ${answer.status}`);
  }
  const counts = await producer.counts("upkeep");
  t.equal((counts.waiting ?? 0) + (counts.prioritized ?? 0), 1, "the job waits as before");
});

// A service that falls behind: of each kind of work one waits, what is over ends without a statement, and what is shown now goes first.
import { Queue } from "bullmq";
import t from "tap";
import { openTicker, timetable } from "../../jobs/clock.ts";
import { type Handlers, startHost } from "../../jobs/host.ts";
import { configuredSources } from "../../jobs/source-info.ts";
import { type JobName, jobId, lineOf } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import { LANE_IDS } from "../../schema/lane.ts";
import { openTestDeps } from "../support/deps.ts";
import { testHandlers } from "../support/handlers.ts";
import { startTestRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";

const START = Date.UTC(2026, 10, 20, 12);
const MISSED_MINUTES = 48;
const WAITING = ["waiting", "prioritized", "delayed"] as const;

async function setUp(t: Parameters<typeof startTestRedis>[0]) {
  const server = await startTestRedis(t);
  let now = START;
  const opened = openTestDeps(server.url, { clock: { now: () => now } });
  const queues = LANE_IDS.map((lane) => new Queue(lane, { connection: opened.redis, prefix: KEYS.queuePrefix }));
  t.teardown(async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    await opened.close();
  });
  const waiting = async () => {
    const jobs = await Promise.all(queues.map((queue) => queue.getJobs([...WAITING])));
    return jobs.flat().map((job) => lineOf({ name: job.name as JobName, payload: job.data }));
  };
  const start = (handlers: Handlers, lanes = LANE_IDS) => {
    const host = startHost({ deps: opened.deps, redis: opened.redis, lanes, handlers });
    t.teardown(() => host.close(100));
    return host;
  };
  const queueOf = (lane: (typeof LANE_IDS)[number]) => queues[LANE_IDS.indexOf(lane)] as Queue;
  return { ...opened, queueOf, waiting, start, pass: (ms: number) => (now += ms) };
}

/** Handlers that tell which lines they did, in the order in which they began. */
function noting(done: string[]): Handlers {
  const note = (name: JobName) => async (_: unknown, payload: object) => void done.push(lineOf({ name, payload }));
  const names = Object.keys(testHandlers({})) as JobName[];
  return testHandlers(Object.fromEntries(names.map((name) => [name, note(name)])));
}

t.test(
  "48 minutes without a worker leave one job of each line, done once each, the newest numbers first",
  async (t) => {
    const { deps, waiting, start, pass } = await setUp(t);
    const lines = timetable(configuredSources(deps.env)).filter(({ work }) => work === undefined);
    const tick = openTicker(deps, lines);
    for (let second = 0; second < MISSED_MINUTES * 60; second += 5) {
      await tick();
      pass(5_000);
    }
    const held = await waiting();
    t.strictSame([...held].sort(), lines.map(({ key }) => key).sort(), "as many as there are kinds, each once");
    const done: string[] = [];
    start(noting(done));
    await until(() => done.length >= lines.length);
    await until(async () => (await waiting()).length === 0);
    t.strictSame([...done].sort(), lines.map(({ key }) => key).sort());
    const built = done.filter((line) => /^(snapshot\.build~live|signal\.detect|evaluation\.mint)$/.test(line));
    t.equal(built[0], "snapshot.build~live", "what is served is made before what is judged from it");
  },
);

t.test("a backlog that an earlier release left is done once a line; the rest ends without its work", async (t) => {
  const { queueOf, waiting, start } = await setUp(t);
  const build = queueOf("build");
  for (let slot = 0; slot < 68; slot++) {
    await build.add("snapshot.build", { part: "live", slot }, { jobId: jobId("snapshot.build", "live", slot) });
    await build.add("signal.detect", { slot }, { jobId: jobId("signal.detect", slot) });
  }
  const done: string[] = [];
  start(noting(done));
  await until(async () => (await waiting()).length === 0 && (await build.getActiveCount()) === 0);
  t.strictSame(done.sort(), ["signal.detect", "snapshot.build~live"]);
});

t.test("what is asked for while its line runs is done once more, after it, with the newest payload", async (t) => {
  const { producer, waiting, start } = await setUp(t);
  const slots: number[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const live = (slot: number) => ({
    name: "snapshot.build" as const,
    id: jobId("snapshot.build", "live", slot),
    payload: { part: "live" as const, slot },
  });
  start(
    testHandlers({
      "snapshot.build": async (_deps, { slot }) => {
        slots.push(slot);
        if (slot === 1) await held;
      },
    }),
  );
  await producer.add(live(1));
  await until(() => slots.length === 1);
  for (let slot = 2; slot <= 40; slot++) await producer.add(live(slot));
  t.strictSame(await waiting(), [], "nothing of the line waits while it runs");
  release();
  await until(() => slots.length === 2);
  t.strictSame(slots, [1, 40]);
});

t.test("status is told, and numbers of now are built, while other builds hang", async (t) => {
  const { producer, start } = await setUp(t);
  const begun: string[] = [];
  const hung = new Promise<void>(() => {});
  start(
    testHandlers({
      "snapshot.build": async (_deps, { part }) => {
        begun.push(part);
        if (part !== "status") await hung;
      },
    }),
  );
  const build = (part: "live" | "history" | "universe" | "status", slot: number) =>
    producer.add({ name: "snapshot.build", id: jobId("snapshot.build", part, slot), payload: { part, slot } });
  await build("history", 1);
  await until(() => begun.length === 1);
  await build("universe", 1);
  await build("live", 1);
  await until(() => begun.includes("live"));
  for (let slot = 1; slot <= 3; slot++) {
    await build("status", slot);
    await until(() => begun.filter((part) => part === "status").length === slot);
  }
  t.notOk(begun.includes("universe"), "what may come later waits for its like");
});

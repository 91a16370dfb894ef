// A service that falls behind: of each kind of work one waits, what is over ends without a statement, and what is shown now goes first.
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import t from "tap";
import { openTicker, timetable } from "../../jobs/clock.ts";
import { LEFT } from "../../jobs/deps.ts";
import { noteFailure, noteSuccess, readJobHealth } from "../../jobs/health.ts";
import { type Handlers, startHost } from "../../jobs/host.ts";
import { awaitPrices } from "../../jobs/snapshot/await-prices.ts";
import { configuredSources } from "../../jobs/source-info.ts";
import { type JobName, jobId } from "../../schema/job.ts";
import { laneOf, lineOf } from "../../schema/job-line.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { LANE_IDS } from "../../schema/lane.ts";
import { healthField } from "../../schema/source/source-health.ts";
import { suiteNow } from "../support/base.ts";
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
    const timestamp = suiteNow() - (69 - slot) * 60_000;
    const asked = (id: string) => ({ jobId: id, timestamp });
    await build.add("snapshot.build", { part: "live", slot }, asked(jobId("snapshot.build", "live", slot)));
    await build.add("signal.detect", { slot }, asked(jobId("signal.detect", slot)));
  }
  const done: string[] = [];
  start(noting(done));
  await until(async () => (await waiting()).length === 0 && (await build.getActiveCount()) === 0);
  t.strictSame(done.sort(), ["signal.detect", "snapshot.build~live"]);
});

t.test("only a run that did the whole work, and surely began later, stands for what was asked for", async (t) => {
  const { redis, queueOf, start } = await setUp(t);
  const done: string[] = [];
  let came: unknown = LEFT;
  const note = (name: string) => async () => {
    done.push(name);
    return came;
  };
  start(testHandlers({ "source.pull": note("pull"), "store.sweep": note("sweep"), "hour.fold": note("fold") }));
  let count = 0;
  const ask = async (name: JobName, payload: object, agoMs: number) => {
    const queue = queueOf(laneOf({ name, payload }));
    const job = await queue.add(name, payload, { jobId: `test~${++count}`, timestamp: suiteNow() - agoMs });
    await until(async () => (await job.getState()) === "completed");
  };
  await ask("store.sweep", { slot: 1 }, 0);
  t.notOk((await readJobHealth(redis, suiteNow())).has("store.sweep"), "what it left is not told as done");
  came = undefined;
  await ask("store.sweep", { slot: 2 }, 60_000);
  await ask("store.sweep", { slot: 3 }, 60_000);
  t.strictSame(done.splice(0), ["sweep", "sweep"], "left to another once, done once, and done by then");
  await ask("source.pull", { source: "binance-ticker", slot: 1, tokens: ["bitcoin"] }, 0);
  await ask("source.pull", { source: "binance-ticker", slot: 1 }, 60_000);
  t.strictSame(done.splice(0), ["pull", "pull"], "a pull of some tokens is none of all");
  t.ok((await readJobHealth(redis, suiteNow())).has("source.pull~binance-ticker-token"));
  // A worker whose clock is a second ahead of the clock of who asks.
  await noteSuccess(redis, "hour.fold", { at: suiteNow(), lagMs: 0, beganAt: suiteNow() + 1_000, tookMs: 1 });
  await ask("hour.fold", { slot: 1 }, 0);
  t.strictSame(done, ["fold"]);
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

t.test(
  "after a stop the numbers of now are built before anything is judged, whatever was asked for first",
  async (t) => {
    const { producer, start } = await setUp(t);
    const slot = START;
    await producer.add({ name: "evaluation.mint", id: jobId("evaluation.mint", slot), payload: { slot } });
    await producer.add({ name: "signal.detect", id: jobId("signal.detect", slot), payload: { slot } });
    const live = jobId("snapshot.build", "live", slot);
    await producer.add({ name: "snapshot.build", id: live, payload: { part: "live", slot } });
    const done: string[] = [];
    start(noting(done));
    await until(() => done.length === 3);
    t.equal(done[0], "snapshot.build~live");
  },
);

t.test("at a start what is read by the minute is asked for before what is read by the hour", async (t) => {
  const { deps, waiting } = await setUp(t);
  const lines = timetable(configuredSources(deps.env)).filter(({ spread }) => spread);
  const tick = openTicker(deps, lines);
  await tick();
  const minutely = new Set(lines.filter(({ everyMs }) => everyMs <= 60_000).map(({ key }) => key));
  const first = await waiting();
  t.ok(first.length > 0);
  t.strictSame(
    first.filter((line) => !minutely.has(line)),
    [],
  );
});

t.test(
  "the first build after a stop waits for the candles of the last minute, and for no venue too long",
  async (t) => {
    const { deps, redis, pass } = await setUp(t);
    const isPrice = new Set(
      configuredSources(deps.env)
        .filter(({ dataset, everyS }) => dataset === "candle" && everyS === 60)
        .map(({ id }) => `source.pull~${id}`),
    );
    t.ok(isPrice.size > 1);
    const ended = (at: number) => ({ at, lagMs: 0, beganAt: at, tookMs: 1 });
    const sourceOf = (line: string) => line.slice("source.pull~".length);
    const brings = (line: string, at: number) =>
      redis.hset(KEYS.sourceHealth, healthField(sourceOf(line), "success_at"), at);
    const read = async (line: string, at: number) => {
      await brings(line, at);
      await noteSuccess(redis, line, ended(at));
    };
    const never = AbortSignal.timeout(60_000);

    pass(30_000);
    for (const line of isPrice) await read(line, START - 3_600_000);
    let isDone = false;
    const waiting = awaitPrices(deps, never).then(() => {
      isDone = true;
    });
    const [last = "", ...others] = isPrice;
    for (const line of others) await read(line, START + 30_000);
    await sleep(500);
    t.notOk(isDone, "one venue is still to be read");
    await noteFailure(redis, last, START + 30_000, "timeout");
    await waiting;

    pass(60_000);
    const slow = awaitPrices(deps, never);
    pass(2_000);
    for (const line of others) await read(line, START + 92_000);
    await sleep(500);
    pass(2_000);
    await slow;
    t.ok(true, "one venue of many that takes twice as long as the others is not waited for");

    pass(60_000);
    isDone = false;
    const refused = awaitPrices(deps, never).then(() => {
      isDone = true;
    });
    const half = Math.ceil(isPrice.size / 2);
    const [answering, refusing] = [[...isPrice].slice(half), [...isPrice].slice(0, half)];
    // A provider that refuses is no job that failed.
    for (const line of refusing) await noteSuccess(redis, line, ended(START + 154_000));
    pass(500);
    await sleep(300);
    pass(4_000);
    await sleep(500);
    t.notOk(isDone, "half of them refuse at once: that says nothing of how long the others take");
    for (const line of answering) await read(line, START + 158_000);
    await refused;

    pass(60_000);
    const late = awaitPrices(deps, never);
    pass(12_000);
    await late;
  },
);

t.test("after a stop prices are read and built before the rest is asked for, which is held no longer", async (t) => {
  const { deps, redis, waiting, pass } = await setUp(t);
  const lines = timetable(configuredSources(deps.env)).filter(({ work }) => work === undefined);
  const urgent = lines.filter((line) => line.urgent).map(({ key }) => key);
  t.ok(urgent.includes("snapshot.build~live") && urgent.includes("source.pull~binance-candle-1m"));
  const publish = (at: number) => redis.hset(KEYS.snapshotVersions, SNAPSHOTS.market, at);
  const asked = async () => [...new Set(await waiting())].sort();

  await publish(START - 30_000);
  await openTicker(deps, lines)();
  t.ok((await asked()).length > urgent.length * 2, "numbers of a moment ago hold nothing back");
  await redis.flushall();

  await publish(START - 3_600_000);
  const tick = openTicker(deps, lines);
  await tick();
  t.strictSame(await asked(), urgent.sort());
  await publish(START + 1_000);
  await tick();
  t.ok((await asked()).length > urgent.length * 2, "all that was due at once, now that there are numbers");
  await redis.flushall();

  await publish(START - 3_600_000);
  const said: string[] = [];
  const info = (about: object, text: string) => void said.push(`${text} ${JSON.stringify(about)}`);
  const other = openTicker({ ...deps, log: Object.assign(Object.create(deps.log), { info }) }, lines);
  await other();
  await other();
  t.strictSame(await asked(), urgent);
  pass(20_000);
  await other();
  t.ok((await asked()).length > urgent.length * 2, "where building takes long the rest comes beside");
  await other();
  t.match(said, [
    /what is not urgent waits until new numbers are built {"upToMs":20000}/,
    /"heldMs":20000,"why":"building/,
  ]);
});

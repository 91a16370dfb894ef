import t from "tap";
import { openTicker, slotOf, startClock, timetable } from "../../jobs/clock.ts";
import { compile } from "../../schema/check.ts";
import { JOBS } from "../../schema/job.ts";
import { openTestDeps } from "../support/deps.ts";
import { startTestRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";

const SOURCES = Array.from({ length: 30 }, (_, i) => ({ id: `source-${i}`, everyS: i % 2 === 0 ? 60 : 300 }));
const TIMETABLE = timetable(SOURCES);
const LINES = TIMETABLE.filter(({ work }) => work === undefined);
const START = Date.UTC(2026, 10, 20, 12);

/** Runs tickers over a stretch of simulated time and tells which jobs they ask for. */
async function jobsAfter(t: Parameters<typeof startTestRedis>[0], clocks: number, lost: (second: number) => boolean) {
  let now = START;
  const opened = openTestDeps("redis://127.0.0.1:1", { clock: { now: () => now } });
  t.teardown(opened.close);
  const asked = new Set<string>();
  const addAll = async (requests: readonly { id: string }[]) => {
    for (const { id } of requests) asked.add(id);
  };
  const deps = { ...opened.deps, producer: { ...opened.producer, addAll } };
  const tickers = Array.from({ length: clocks }, () => openTicker(deps, LINES));
  for (let second = 0; second < 180; second++) {
    now = START + second * 1_000;
    if (!lost(second)) await Promise.all(tickers.map((tick) => tick()));
  }
  // The first ticks also ask for what was due before the start; how much of it depends on when they come.
  return [...asked].filter((id) => Number(id.split("~").at(-1)) >= START).sort();
}

t.test("three clocks ask for the same jobs as one", async (t) => {
  const one = await jobsAfter(t, 1, () => false);
  const three = await jobsAfter(t, 3, () => false);
  t.strictSame(three, one);
  for (const line of LINES) {
    const mine = one.filter((id) => id.startsWith(`${line.key}~`));
    t.ok(mine.length >= Math.floor(180_000 / line.everyMs), `${line.key} has every slot that began`);
  }
});

t.test("lost ticks cost nothing while one of the slot remains", async (t) => {
  const whole = await jobsAfter(t, 1, () => false);
  const holes = await jobsAfter(t, 1, (second) => second % 5 !== 4);
  t.strictSame(holes, whole);
});

t.test("a look that fails is made up for by the next", async (t) => {
  let broken = true;
  const made: string[] = [];
  const producer = {
    async addAll(requests: readonly { id: string }[]) {
      if (broken) throw new Error("Redis is away");
      made.push(...requests.map((r) => r.id));
    },
  };
  const { deps, close } = openTestDeps("redis://127.0.0.1:1");
  t.teardown(close);
  const tick = openTicker({ ...deps, producer: { ...deps.producer, ...producer } }, LINES.slice(0, 3));
  await t.rejects(tick());
  broken = false;
  t.equal(await tick(), 3);
  t.equal(made.length, 3);
});

t.test("a line whose work is in Redis makes a job in the slots in which there is some, and in no other", async (t) => {
  const server = await startTestRedis(t);
  let now = START;
  const opened = openTestDeps(server.url, { clock: { now: () => now } });
  t.teardown(opened.close);
  const lines = TIMETABLE.filter(({ work }) => work !== undefined);
  t.ok(lines.length > 0);
  const tick = openTicker(opened.deps, lines);
  t.equal(await tick(), 0, "nothing waits");
  for (const { work = [] } of lines) {
    for (const key of work) {
      now += 60_000;
      await opened.redis.rpush(key, "work");
      t.equal(await tick(), 1, key);
      t.equal(await tick(), 0, "once a slot");
      await opened.redis.del(key);
    }
  }
});

t.test("sources do not begin together: a few a tick, each at its own moment of the slot", (t) => {
  const pulls = LINES.filter((line) => line.spread);
  const perOffset = new Map<number, number>();
  for (const line of pulls) perOffset.set(line.offsetMs, (perOffset.get(line.offsetMs) ?? 0) + 1);
  t.ok(Math.max(...perOffset.values()) <= 2);
  for (const line of pulls) t.ok(line.offsetMs < line.everyMs / 2, "the slot is pulled in its first half");
  t.end();
});

t.test("every line asks for a job of the catalogue with a payload that its shape takes", (t) => {
  for (const line of TIMETABLE) {
    const request = line.request(slotOf(line, START));
    const check = compile(JOBS[request.name].payload);
    t.ok(check(request.payload), `${line.key} ${check.describe()}`);
    t.notMatch(request.id, ":");
  }
  t.end();
});

t.test("a running clock ticks by itself and stops", async (t) => {
  const server = await startTestRedis(t);
  const opened = openTestDeps(server.url);
  t.teardown(opened.close);
  const clock = startClock(opened.deps, LINES);
  await until(async () => ((await opened.producer.counts("upkeep")).waiting ?? 0) >= 2);
  await clock.stop();
});

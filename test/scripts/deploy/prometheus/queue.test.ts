// Alerts of queues and of what jobs do, on the metrics of a jobs process whose queues, workers and Redis are broken for real.
import { spawn } from "node:child_process";
import { once } from "node:events";
import t, { type Test } from "tap";
import { type Handlers, startHost } from "../../../../jobs/host.ts";
import { commonLooks } from "../../../../jobs/seen/common-facts.ts";
import { openMetrics } from "../../../../schema/io/seen/metrics.ts";
import { jobId } from "../../../../schema/job.ts";
import { LANE_IDS, type LaneId } from "../../../../schema/lane.ts";
import { programArgs } from "../../../../scripts/program.ts";
import { suiteNow } from "../../../support/base.ts";
import { openTestDeps } from "../../../support/deps.ts";
import { testHandlers } from "../../../support/handlers.ts";
import { startTestRedis } from "../../../support/redis.ts";
import { until } from "../../../support/until.ts";
import { fires, type Scraped, skip } from "./firing.ts";

const timing = { lockMs: 1_000, stalledIntervalMs: 500 };
const sweep = (slot: number) => ({ name: "store.sweep", id: jobId("store.sweep", slot), payload: { slot } }) as const;
const message = (at: string) => {
  const ids = { message: `msg_${at.padStart(26, "0")}`, monitor: `mon_${"0".repeat(26)}` };
  return {
    name: "webhook.deliver",
    id: jobId("webhook.deliver", at),
    payload: { ...ids, sequence: 1, event: 1, attempt: 1 },
  } as const;
};

/** A jobs process on a Redis of its own, whose clock may be put ahead. */
async function setUp(t: Test, handlers: Partial<Handlers> = {}) {
  const server = await startTestRedis(t);
  let ahead = 0;
  const opened = openTestDeps(server.url, { clock: { now: () => suiteNow() + ahead } });
  t.teardown(opened.close);
  const { deps, redis, producer } = opened;
  const metrics = openMetrics("jobs", commonLooks({ ...deps, producer }));
  const tell = async (): Promise<Scraped> => ({ text: await metrics.text(), at: deps.clock.now() });
  const start = (lanes: readonly LaneId[]) =>
    startHost({ deps, redis, lanes, timing, handlers: testHandlers(handlers) });
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { ...opened, server, tell, start, pass };
}
const ends = async (tell: () => Promise<Scraped>, line: RegExp) => until(async () => line.test((await tell()).text));

t.test("a lane that nobody serves, and the job that waits in it", { skip }, async (t) => {
  const { producer, tell, start, pass } = await setUp(t);
  const host = start(LANE_IDS);
  await until(async () => (await Promise.all(LANE_IDS.map((lane) => producer.workers(lane)))).every((n) => n > 0));
  const rest = await tell();
  await host.close(1_000);
  await producer.add({ name: "snapshot.build", id: "snapshot.build~live~1", payload: { part: "live", slot: 1 } });
  pass(200_000);
  fires(t, ["LaneWithoutWorker", "QueueOld"], rest, await tell());
});

t.test("a task whose runs fail", { skip }, async (t) => {
  const { producer, tell, start } = await setUp(t, {
    "store.sweep": async (_, { slot }) => {
      if (slot === 2) throw new Error("no");
    },
  });
  const host = start(["upkeep"]);
  await producer.add(sweep(1));
  await ends(tell, /^job_runs_total\{task="store.sweep",lane="upkeep",outcome="done"/m);
  const rest = await tell();
  await producer.add(sweep(2));
  await ends(tell, /^job_runs_total\{task="store.sweep",lane="upkeep",outcome="failed"/m);
  fires(t, ["JobsFail"], rest, await tell());
  await host.close(1_000);
});

t.test("workers that fall silent in mid-job", { skip }, async (t) => {
  const { server, producer, tell, start } = await setUp(t);
  const rest = await tell();
  await producer.add(sweep(1));
  const child = spawn(process.execPath, [...programArgs("hanging-worker"), server.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.teardown(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const host = start(["upkeep"]);
  await ends(tell, /^job_stalled_total\{lane="upkeep"/m);
  fires(t, ["JobsStall"], rest, await tell());
  await host.close(1_000);
});

t.test("messages that begin late", { skip }, async (t) => {
  const { producer, tell, start, pass } = await setUp(t);
  const begun = /^job_lag_seconds_count\{task="webhook.deliver",lane="deliver".*\} (\d+)$/m;
  const count = async () => Number(begun.exec((await tell()).text)?.[1] ?? 0);
  const host = start(["deliver"]);
  await producer.add(message("1"));
  await until(async () => (await count()) === 1);
  const rest = await tell();
  pass(60_000);
  await producer.add(message("2"));
  await until(async () => (await count()) === 2);
  fires(t, ["WebhooksLate"], rest, await tell());
  await host.close(1_000);
});

t.test("a Redis that is gone cannot be looked at", { skip }, async (t) => {
  const { server, tell } = await setUp(t);
  const rest = await tell();
  await server.kill();
  await tell();
  // As often a minute as Prometheus asks, or less.
  const broken = await tell();
  await server.restart();
  fires(t, ["LooksFail"], rest, broken);
});

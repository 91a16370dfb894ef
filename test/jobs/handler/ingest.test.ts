import { Queue } from "bullmq";
import t from "tap";
import { handleGapFill } from "../../../jobs/handler/gap-fill.ts";
import { handleGapSweep } from "../../../jobs/handler/gap-sweep.ts";
import { handleSourcePull } from "../../../jobs/handler/source-pull.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { startIngestGround } from "../../support/ingest.ts";

t.test("pull, sweep and fill as jobs", async (t) => {
  const { deps, sandbox } = await startIngestGround(t);
  const now = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000 + 20_000;
  sandbox.setTime({ frozenMs: now });
  const { signal } = new AbortController();
  const jobsOf = async (lane: string, name: string) => {
    const queue = new Queue(lane, { connection: deps.redis, prefix: KEYS.queuePrefix });
    const jobs = await queue.getJobs(["waiting", "delayed", "prioritized"]);
    await queue.close();
    return jobs.filter((job) => job.name === name);
  };
  const slot = Math.floor(now / 60_000) * 60_000;

  await t.test("rows that came in ask for one live build, however many pulls brought them", async (t) => {
    for (const source of ["binance-ticker", "bybit-ticker", "okx-ticker"]) {
      await handleSourcePull(deps, { source, slot, tokens: ["bitcoin"] }, signal);
    }
    t.match(
      (await jobsOf("build", "snapshot.build")).map((job) => job.data),
      [{ part: "live" }],
    );
  });

  await t.test("once numbers are published the timetable shows what comes in", async (t) => {
    const before = (await jobsOf("build", "snapshot.build")).length;
    await deps.redis.hset(KEYS.snapshotVersions, SNAPSHOTS.market, "1");
    await handleSourcePull(deps, { source: "gate-ticker", slot, tokens: ["bitcoin"] }, signal);
    t.equal((await jobsOf("build", "snapshot.build")).length, before);
  });

  await t.test("a provider that is away does not fail the job and asks for no build", async (t) => {
    sandbox.setFault({ provider: "okx", kind: "gone" });
    await t.resolves(handleSourcePull(deps, { source: "okx-perp-ticker", slot }, signal));
    t.equal((await jobsOf("pull", "source.pull")).length, 0, "what is read by the minute waits for its next turn");
    sandbox.clearFaults();
  });

  await t.test("what is read seldom is asked again in minutes when its provider gave nothing", async (t) => {
    sandbox.setFault({ provider: "alternative", kind: "gone" });
    const hour = Math.floor(now / 3_600_000) * 3_600_000;
    for (const _ of [1, 2]) await handleSourcePull(deps, { source: "alternative-fear-greed", slot: hour }, signal);
    sandbox.clearFaults();
    const again = await jobsOf("pull", "source.pull");
    t.match(
      again.map((job) => job.data),
      [{ source: "alternative-fear-greed", slot: hour }],
      "once",
    );
    t.ok((again[0]?.delay ?? 0) > 60_000);
  });

  await t.test("a sweep asks for bounded work once, and a fill takes it off the list", async (t) => {
    // A source's past is asked for only once its newest rows are stored.
    for (const source of ["binance-candle-1m", "binance-candle-1h"]) {
      await handleSourcePull(deps, { source, slot }, signal);
    }
    await handleGapSweep(deps, { slot }, signal);
    const jobs = await jobsOf("upkeep", "gap.fill");
    t.ok(jobs.length > 100 && jobs.length <= 900, `${jobs.length} fills`);
    await Promise.all([1, 2, 3].map((n) => handleGapSweep(deps, { slot: slot + n * 60_000 }, signal)));
    const all = await jobsOf("upkeep", "gap.fill");
    t.ok(all.length <= 900);
    const windows = all.map(({ data }) => `${data.source}~${data.token}~${data.from}~${data.to}`);
    t.equal(new Set(windows).size, windows.length, "sweeps at once ask for no window twice");
    const payload = jobs.find((job) => job.data.source === "binance-candle-1h")?.data;
    t.ok(payload);
    const before = await deps.redis.hlen(KEYS.gapAsked);
    await handleGapFill(deps, payload, signal);
    t.equal(await deps.redis.hlen(KEYS.gapAsked), before - 1);
    t.equal(await deps.redis.hget(KEYS.backfill, "windows_done"), "1");
  });
});

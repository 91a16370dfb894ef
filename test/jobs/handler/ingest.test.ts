import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Queue } from "bullmq";
import t from "tap";
import { handleGapFill } from "../../../jobs/handler/gap-fill.ts";
import { handleGapSweep } from "../../../jobs/handler/gap-sweep.ts";
import { handleKeyStore } from "../../../jobs/handler/key-store.ts";
import { handleSourcePull } from "../../../jobs/handler/source-pull.ts";
import { handleUsageStore } from "../../../jobs/handler/usage-store.ts";
import { isPastStored } from "../../../jobs/status/backfill.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { changePartnerKey } from "../../../schema/io/partner-key.ts";
import { restoreKeys } from "../../../schema/io/restore.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import { parseScanProgress } from "../../../schema/scan-progress.ts";
import { createKey, limitKey, revokeKey } from "../../../scripts/keys/store-key.ts";
import { programArgs } from "../../../scripts/program.ts";
import { BASE } from "../../support/base.ts";
import { NO_STORE } from "../../support/deps.ts";
import { startIngestGround } from "../../support/ingest.ts";

t.test("pull, sweep and fill as jobs", async (t) => {
  const { deps, sandbox, redis, engine, sql } = await startIngestGround(t);
  const now = Math.floor(BASE / DAY_MS) * DAY_MS - 43_200_000 + 20_000;
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

  await t.test("what comes in is built from in one build, once the one before is some seconds old", async (t) => {
    // Built by now.
    for (const job of await jobsOf("build", "snapshot.build")) await job.remove();
    const built = deps.clock.now();
    await deps.redis.hset(KEYS.snapshotVersions, SNAPSHOTS.market, String(built));
    for (const source of ["gate-ticker", "binance-order-book"]) {
      await handleSourcePull(deps, { source, slot, tokens: ["bitcoin"] }, signal);
    }
    const [follows, ...others] = await jobsOf("build", "snapshot.build");
    t.same(others, []);
    const waits = (follows?.data.slot ?? 0) - built - LIMITS.liveFollowsMs;
    t.ok(waits > 0 && waits <= 1_000, `${waits} ms`);
    t.ok((follows?.delay ?? 0) > 0);
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

  await t.test(
    "a chain's past that waits for its prices is gone on with in seconds, and counted till then",
    async (t) => {
      await deps.redis.del(KEYS.scanProgress);
      const before = (await jobsOf("pull", "source.pull")).length;
      await handleSourcePull(deps, { source: "btc-exchange-flow", slot: deps.clock.now() }, signal);
      const [more, ...others] = (await jobsOf("pull", "source.pull")).slice(before);
      t.match(more?.data, { source: "btc-exchange-flow" });
      t.ok((more?.delay ?? 0) < 60_000);
      t.same(others, []);
      t.ok(parseScanProgress(await deps.redis.hgetall(KEYS.scanProgress)).left > 1);
      t.notOk(await isPastStored(deps.redis));
      const late = deps.clock.now() - 4 * 60_000;
      await handleSourcePull(deps, { source: "btc-exchange-flow", slot: late }, signal);
      t.equal((await jobsOf("pull", "source.pull")).length, before + 1, "the next slot is as near");
    },
  );

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

  await t.test(
    "counted calls are stored once, also after a death in the middle, and what is none is left out",
    async (t) => {
      const count = { caller: "key_abc", route: "getState", method: "GET", tier: "data", status: 200, paid_by: "key" };
      const block = (at: number, calls: number) => JSON.stringify({ process: "p1", at, counts: [{ ...count, calls }] });
      const stored = () => sql<{ calls: string; n: string }>("SELECT sum(calls) AS calls, count() AS n FROM usage");
      await deps.redis.rpush(KEYS.usage, block(now, 3), block(now + 1_000, 4), JSON.stringify({ process: "p1" }));
      await handleUsageStore(deps, { slot });
      t.match(
        (await stored()).map(({ calls, n }) => [Number(calls), Number(n)]),
        [[7, 2]],
      );
      // Stored, and killed before it said so: the same blocks are taken again.
      await deps.redis.rpush(KEYS.usageTaken, block(now, 3), block(now + 1_000, 4), JSON.stringify({ process: "p1" }));
      await deps.redis.rpush(KEYS.usage, block(now + 2_000, 5));
      await handleUsageStore(deps, { slot });
      t.match(
        (await stored()).map(({ calls }) => Number(calls)),
        [7],
      );
      await handleUsageStore(deps, { slot });
      t.match(
        (await stored()).map(({ calls, n }) => [Number(calls), Number(n)]),
        [[12, 3]],
      );
      t.equal(await deps.redis.exists(KEYS.usage, KEYS.usageTaken), 0);
    },
  );

  await t.test(
    "partners' keys outlive Redis, revoked ones as revoked, and their secrets are kept nowhere",
    async (t) => {
      const { url, token } = engine;
      const settings = { REDIS_URL: redis.url, CLICKHOUSE_URL: url, CLICKHOUSE_PASSWORD: token };
      const run = promisify(execFile);
      const keys = async (...args: string[]) =>
        (
          await run(process.execPath, [...programArgs("keys"), ...args], {
            env: { ...process.env, ...settings },
          })
        ).stdout;
      const made = await keys("create", "A Fund", "--read", "500");
      const secret = /assay_[a-z0-9]{8}_[\w-]{43}/.exec(made)?.[0] ?? "none";
      const doors = { redis: deps.redis, store: deps.store, now: () => now };
      const { key: other } = await createKey(doors, "Another");
      await revokeKey({ ...doors, now: () => now + 1 }, other.id);
      const before = await deps.redis.hgetall(KEYS.partnerKeys);
      t.equal(Object.keys(before).length, 2);
      t.notMatch(JSON.stringify(before), secret);
      t.notMatch(JSON.stringify(await sql("SELECT * FROM api_key")), secret);
      await deps.redis.del(KEYS.partnerKeys);
      const version = Number(await deps.redis.get(KEYS.partnerKeyVersion));
      t.equal(await restoreKeys(doors), 2);
      t.same(await deps.redis.hgetall(KEYS.partnerKeys), before);
      t.equal(Number(await deps.redis.get(KEYS.partnerKeyVersion)), version + 1, "every process reads them anew");
      await t.rejects(revokeKey(doors, "nobody"), /there is no key "nobody"/);
    },
  );

  await t.test("a key revoked while the store is away stays revoked, also by a clock that went back", async (t) => {
    const doors = { redis: deps.redis, store: deps.store, now: () => now };
    const { key } = await createKey(doors, "Revoked");
    const away = await revokeKey({ ...doors, store: NO_STORE, now: () => now - 60_000 }, key.id);
    t.match(away, { unstored: "the store is away", key: { revokedAt: now + 1 } });
    const text = (await deps.redis.hget(KEYS.partnerKeys, key.id)) ?? "";
    t.equal(await changePartnerKey(deps.redis, JSON.stringify(key), key.id, text), true, "told twice, done once");
    t.equal(await changePartnerKey(deps.redis, JSON.stringify(key), key.id, "{}"), false, "who knew an older state");
    await t.rejects(handleKeyStore({ ...deps, store: NO_STORE }, { slot }), "what is not stored waits on");
    await handleKeyStore(deps, { slot });
    t.equal(await deps.redis.exists(KEYS.partnerKeysUnstored), 0);
    await deps.redis.flushall();
    await restoreKeys(doors);
    t.match(JSON.parse((await deps.redis.hget(KEYS.partnerKeys, key.id)) ?? "null"), { revokedAt: now + 1 });
  });

  await t.test("of two who change a key at once neither undoes the other's change", async (t) => {
    const doors = { redis: deps.redis, store: deps.store, now: () => now };
    const { key } = await createKey(doors, "Contested");
    await Promise.all([
      limitKey(doors, key.id, { read: 7 }),
      limitKey(doors, key.id, { llm: 3 }),
      revokeKey(doors, key.id),
    ]);
    const held = JSON.parse((await deps.redis.hget(KEYS.partnerKeys, key.id)) ?? "null");
    t.match(held, { read: 7, llm: 3, revokedAt: Number });
    await deps.redis.flushall();
    await restoreKeys(doors);
    t.same(JSON.parse((await deps.redis.hget(KEYS.partnerKeys, key.id)) ?? "null"), held, "and the store has the last");
  });
});

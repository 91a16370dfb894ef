// Alerts of payments and of Redis, on the metrics of a process whose payments find no end and whose Redis is short of room.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t, { type Test } from "tap";
import { commonLooks } from "../../../../jobs/seen/common-facts.ts";
import { DAY_MS } from "../../../../schema/duration.ts";
import { storeEnds } from "../../../../schema/io/pay/payment-end.ts";
import { openMetrics } from "../../../../schema/io/seen/metrics.ts";
import { KEYS } from "../../../../schema/key.ts";
import { PaymentEnd } from "../../../../schema/pay/end.ts";
import { parseEnv } from "../../../../schema/setting/read-settings.ts";
import { noteMade, notePromised } from "../../../../scripts/backup/note.ts";
import { findFreePort } from "../../../../scripts/start/port.ts";
import { isRedisAnswering } from "../../../../scripts/start/redis-server.ts";
import { suiteNow } from "../../../support/base.ts";
import { NO_STORE, openTestDeps } from "../../../support/deps.ts";
import { startTestRedis } from "../../../support/redis.ts";
import { sample } from "../../../support/sample.ts";
import { until } from "../../../support/until.ts";
import { fires, type Scraped, skip } from "./firing.ts";

async function setUp(t: Test, url?: string) {
  let ahead = 0;
  const at = url ?? (await startTestRedis(t)).url;
  const opened = openTestDeps(at, { clock: { now: () => suiteNow() + ahead } });
  t.teardown(opened.close);
  const { deps, producer } = opened;
  const metrics = openMetrics("jobs", commonLooks({ ...deps, producer }));
  const tell = async (): Promise<Scraped> => ({ text: await metrics.text(), at: deps.clock.now() });
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { ...opened, url: at, tell, pass };
}
const endOf = (state: "settled" | "rejected") => JSON.stringify({ ...(sample(PaymentEnd) as object), state });

t.test("a settlement without an end, and ends that no store takes or nobody can read", { skip }, async (t) => {
  const { deps, redis, tell, pass } = await setUp(t);
  const rest = await tell();
  await redis.zadd(KEYS.paymentsPending, deps.clock.now(), "tx");
  await redis.rpush(KEYS.paymentLedger, endOf("settled"), "no end");
  await t.rejects(storeEnds({ ...deps, store: NO_STORE }, await redis.lrange(KEYS.paymentLedger, "0", "-1")));
  pass(1_000_000);
  fires(t, ["PaymentsPending", "PaymentsUnstored", "PaymentsSetAside"], rest, await tell());
});

t.test("settlements that the ledger refuses", { skip }, async (t) => {
  const { deps, tell } = await setUp(t);
  const store = { ...NO_STORE, insert: async () => undefined };
  await storeEnds({ ...deps, store }, [endOf("settled")]);
  const rest = await tell();
  await storeEnds({ ...deps, store }, [endOf("rejected")]);
  fires(t, ["PaymentsRejected"], rest, await tell());
});

t.test("a model that cost what it may", { skip }, async (t) => {
  const { deps, redis, tell } = await setUp(t);
  const rest = await tell();
  await redis.hset(
    KEYS.modelSpent(Math.floor(deps.clock.now() / DAY_MS)),
    "all",
    String(deps.env.MODEL_USD_PER_DAY * 1e6),
  );
  fires(t, ["ModelBudget"], rest, await tell());
});

t.test("a backup that was due and did not come", { skip }, async (t) => {
  const { deps, redis, url, tell, pass } = await setUp(t);
  const env = parseEnv({ REDIS_URL: url, DATA_DIR: t.testdir({}) });
  const at = new Date(deps.clock.now()).toISOString();
  await noteMade(env, at, null);
  t.notMatch((await tell()).text, /^backup_/m, "one that was made by hand promises no other");
  await noteMade(env, at, DAY_MS);
  const rest = await tell();
  t.equal(await redis.hget(KEYS.backup, "every"), "86400");
  pass(1.2 * DAY_MS);
  fires(t, ["BackupOld"], rest, await tell());
});

t.test("regular backups of which not one came to its end", { skip }, async (t) => {
  const { deps, url, tell, pass } = await setUp(t);
  const env = parseEnv({ REDIS_URL: url, DATA_DIR: t.testdir({}) });
  await notePromised(env, deps.clock.now(), DAY_MS);
  const rest = await tell();
  pass(0.6 * DAY_MS);
  await notePromised(env, deps.clock.now(), DAY_MS);
  pass(0.6 * DAY_MS);
  fires(t, ["BackupOld"], rest, await tell());
});

t.test("a Redis that is full and drops keys", { skip }, async (t) => {
  const { redis, tell } = await setUp(t);
  const rest = await tell();
  const used = Number(/used_memory:(\d+)/.exec(await redis.info("memory"))?.[1] ?? 0);
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  await redis.config("SET", "maxmemory", String(used + 1_000_000));
  for (let at = 0; at < 40; at++) await redis.set(`{assay:1}:ballast~${at}`, "x".repeat(50_000));
  fires(t, ["RedisFull", "RedisEvicts"], rest, await tell());
});

/** A Redis that keeps a log of what it is told; its files may grow to so many bytes, beyond which a write fails. */
async function startBounded(t: Test, bytes: number): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "assay-bounded-redis-"));
  const port = await findFreePort();
  const args = `--port ${port} --bind 127.0.0.1 --dir ${dir} --save "" --appendonly yes --appendfsync everysec`;
  const child = spawn(
    "bash",
    ["-c", `trap '' XFSZ; ulimit -f ${Math.ceil(bytes / 1_024)}; exec redis-server ${args}`],
    {
      stdio: "ignore",
    },
  );
  t.teardown(async () => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    rmSync(dir, { recursive: true, force: true });
  });
  const url = `redis://127.0.0.1:${port}`;
  await until(() => isRedisAnswering(url, 1_000));
  return url;
}

t.test("a Redis that cannot write its log to disk", { skip }, async (t) => {
  const { redis, tell } = await setUp(t, await startBounded(t, 1_000_000));
  await redis.set("{assay:1}:kept", "x");
  const rest = await tell();
  const told = /^redis_writes_kept\{.*\} 0$/m;
  await until(async () => {
    await redis.set("{assay:1}:ballast", "x".repeat(600_000)).catch(() => undefined);
    return told.test((await tell()).text);
  });
  fires(t, ["RedisNotKept"], rest, await tell());
});

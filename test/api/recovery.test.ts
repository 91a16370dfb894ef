// A Redis that lost its data: keys, the day's used allowances and payments come back from the store, and no caller is locked out.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import t, { type Test } from "tap";
import { openRecovery } from "../../api/recovery.ts";
import { handleUsageStore } from "../../jobs/handler/usage-store.ts";
import { payment } from "../../schema/dataset/service/payment.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { openClaims } from "../../schema/io/pay/claim.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { restoreRedis } from "../../schema/io/restore.ts";
import { restoredMark } from "../../schema/io/restored.ts";
import { KEYS } from "../../schema/key.ts";
import { apiKeyAll } from "../../schema/query/service/api-key-all.ts";
import { paymentEnd } from "../../schema/query/service/payment-end.ts";
import { createKey } from "../../scripts/keys/store-key.ts";
import { programArgs } from "../../scripts/program.ts";
import { suiteNow } from "../support/base.ts";
import { openTestDeps } from "../support/deps.ts";
import { startTestRedis } from "../support/redis.ts";
import { frames, publishFrames } from "../support/rows/frames.ts";
import { startTestStore } from "../support/store.ts";
import { until } from "../support/until.ts";

const dayNow = (): number => Math.floor(suiteNow() / DAY_MS);
/** What is used is of a day: once another has begun, a caller has all of it again. */
const DAY = dayNow();
const PAID = "ab".repeat(32);

t.setTimeout(120_000);
const [{ engine, store }, server] = await Promise.all([startTestStore(t), startTestRedis(t)]);
const opened = openTestDeps(server.url, { store });
t.teardown(opened.close);
const { deps, redis } = opened;
const { secret } = await createKey({ redis, store, now: Date.now }, "a fund");
await publishFrames(redis, frames(suiteNow()));
const end = { at: suiteNow() - 60_000, transaction: PAID, state: "settled", network: "cardano:preprod" };
const about = { ledger: "chain", asset: "lovelace", amount: "2000000", payer: "addr_test1a", pay_to: "addr_test1b" };
const paidFor = { method: "GET", target: "/v1/state/BTC", tier: "data", reason: "" };
await store.insert(payment.name, [{ ...end, ...about, ...paidFor }], "payment~test");

/** What the api processes logged. */
let said = "";

async function startApi(): Promise<string> {
  const settings = { REDIS_URL: server.url, CLICKHOUSE_URL: engine.url, CLICKHOUSE_PASSWORD: engine.token };
  const env = { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", ...settings };
  const child: ChildProcess = spawn(process.execPath, programArgs("api"), {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.teardown(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const from = said.length;
  child.stdout?.on("data", (chunk) => {
    said += chunk;
  });
  const port = await until(() => /"port":(\d+)/.exec(said.slice(from))?.[1] ?? null, 60_000);
  return `http://127.0.0.1:${port}`;
}

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  return {
    status: answer.status,
    left: Number(/"data-free";r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]),
    text,
  };
};
const keyed = (url: string) => ask(`${url}/v1/state/BTC`, { authorization: `Bearer ${secret}` });
const free = (url: string) => ask(`${url}/v1/state/BTC?sections=market`);
const readiness = async (url: string) => JSON.parse((await ask(`${url}/readyz`)).text);
const isWhole = async () => (await restoredMark(redis)) !== null;

const url = await startApi();
await until(isWhole);

/** Everything that a lost Redis must not change, looked at until it is back. */
async function comesBack(t: Test, used: number): Promise<void> {
  const statuses = new Set<number>();
  const from = Date.now();
  await until(async () => {
    statuses.add((await keyed(url)).status);
    return isWhole();
  }, 30_000);
  t.comment(`back after ${Date.now() - from} ms`);
  t.strictSame([...statuses], [200], "the key opens all the while");
  await until(async () => (await readiness(url)).parts.redis.status === "ok");
  // What this process used and the store does not know yet is told again within half a second.
  const permits = () => redis.hget(KEYS.permits(DAY), "ip:127.0.0.1");
  const window = KEYS.permitsEnd("data-free", DAY);
  await until(async () => dayNow() !== DAY || (await permits())?.match(`${window}~\\d+~(\\d+)`)?.[1] === String(used));
  const { left } = await free(url);
  if (dayNow() === DAY) t.equal(left, 25 - used - 1, "free calls that were used stay used");
  const claim = { transaction: PAID, request: "r", payment: "p", paymentId: "", owner: "o", caller: "c" };
  t.equal(await openClaims(redis).take(claim), "other", "what was paid with pays for nothing else");
  t.match(JSON.parse((await ask(`${url}/v1/payments/${PAID}`)).text).data, { status: "settled", payer: "addr_test1a" });
}

t.test("it comes back however long the store takes over its questions", async (t) => {
  // A database of its own: nobody else restores it.
  const other = openRedis(`${server.url}/1`, "patient", "test");
  t.teardown(() => other.disconnect());
  /** A question that outlasts its requester's lock: until that was made longer, or ran out. */
  const outlast = async () => {
    const left = () => other.pttl(KEYS.lock("restore"));
    let least = await left();
    await until(async () => {
      const now = await left();
      if (now < 0 || now > least) return true;
      least = now;
      return false;
    });
  };
  const slow: Store = {
    ...store,
    async query(query, params) {
      if (query.name === apiKeyAll.name) await outlast();
      return store.query(query, params);
    },
    async *stream(query, params) {
      if (query.name === paymentEnd.name) await outlast();
      yield* store.stream(query, params);
    },
  };
  const back = await restoreRedis({ ...deps, redis: other, store: slow });
  t.equal(back?.count, 2, "a key and a payment");
  t.equal(await restoredMark(other), back?.mark);
});

t.test("emptied while it runs", async (t) => {
  for (let call = 0; call < 5; call++) t.equal((await free(url)).status, 200);
  await until(async () => (await redis.llen(KEYS.usage)) > 0);
  await handleUsageStore(deps, { slot: 0 });
  for (let call = 0; call < 2; call++) await free(url);
  t.equal((await keyed(url)).status, 200);
  await redis.flushall();
  await comesBack(t, 7);
});

t.test("its permits evicted", async (t) => {
  await until(async () => (await redis.llen(KEYS.usage)) > 0);
  await handleUsageStore(deps, { slot: 0 });
  await redis.del(KEYS.permits(DAY));
  await comesBack(t, 8);
});

t.test("restarted empty", async (t) => {
  await server.restart();
  await comesBack(t, 9);
});

t.test("what another version counts beside us while we start is taken over a minute later", async (t) => {
  const other = openRedis(`${server.url}/2`, "patient", "test");
  t.teardown(() => other.disconnect());
  let now = suiteNow();
  const recovery = openRecovery({ ...deps, redis: other, clock: { now: () => now } }, () => undefined);
  await recovery.start();
  t.teardown(() => recovery.stop());
  t.ok(recovery.isWhole());
  const call = { caller: "ip:192.0.2.99", route: "getState", method: "GET", tier: "data", status: 200 };
  const counts = [{ ...call, paid_by: "allowance", calls: 9 }];
  await redis.rpush(KEYS.usage, JSON.stringify({ process: "older", at: now, counts }));
  await handleUsageStore(deps, { slot: 0 });
  const day = Math.floor(now / DAY_MS);
  now += 60_000;
  const used = new RegExp(`${KEYS.permitsEnd("data-free", day)}~\\d+~9;older=`);
  // A minute before midnight it is the next day's by then.
  await until(async () => dayNow() !== day || used.test((await other.hget(KEYS.permits(day), call.caller)) ?? ""));
});

t.test("a process that starts beside an emptied Redis takes the key, and never refuses it for good", async (t) => {
  await redis.flushall();
  const other = await startApi();
  const statuses = new Set<number>();
  await until(async () => {
    const { status } = await keyed(other);
    statuses.add(status);
    // It never had the frames that were lost, so the key is what is asked about.
    return status !== 401 && (await isWhole());
  });
  t.notOk(statuses.has(401));
});

t.test("while the store is away too, what was lost is said to be missing, and the key still opens", async (t) => {
  await engine.stop();
  await redis.flushall();
  await until(async () => (await readiness(url)).parts.redis.status === "restoring");
  await until(() => said.includes("Redis and the store were not compared"));
  t.match(await readiness(url), { status: "degraded", parts: { store: { status: "away" } } });
  t.equal((await keyed(url)).status, 200);
});

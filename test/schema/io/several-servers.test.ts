// Redis of several real servers, behind sentinels and as a cluster: which address that is, and what a failover and a re-sharding
// do to claims of payments, to jobs and to whoever waits.
import { Worker } from "bullmq";
import t, { type Test } from "tap";
import { openClaims } from "../../../schema/io/pay/claim.ts";
import { openProducer } from "../../../schema/io/queue.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { parseEnv, readSettings } from "../../../schema/setting/read-settings.ts";
import { clusterOf, redisUrlOf, sentinelsOf } from "../../../schema/setting/redis-place.ts";
import { suiteNow } from "../../support/base.ts";
import { startCluster } from "../../support/payment/cluster.ts";
import { startSentinels } from "../../support/payment/sentinel.ts";
import { until } from "../../support/until.ts";

t.test(
  "REDIS_SENTINELS says where, REDIS_URL as whom; both come to one address that says the same again",
  async (t) => {
    const setting = "10.0.0.1:26379,[::1]:26380,s-3.example:26379/main";
    const env = parseEnv({ REDIS_URL: "redis://me:p%40ss@ignored:6379/3", REDIS_SENTINELS: setting });
    t.same(sentinelsOf(env.REDIS_URL ?? ""), {
      sentinels: [
        { host: "10.0.0.1", port: 26379 },
        { host: "::1", port: 26380 },
        { host: "s-3.example", port: 26379 },
      ],
      ...{ name: "main", db: 3, username: "me", password: "p@ss" },
    });
    t.equal(redisUrlOf({ REDIS_URL: env.REDIS_URL, REDIS_SENTINELS: setting }), env.REDIS_URL);
    t.match(parseEnv({ REDIS_SENTINELS: "a:1/main" }).REDIS_URL, /^redis:\/\/main\?/);
    t.equal(sentinelsOf("redis://127.0.0.1:6379"), null);
    t.same(clusterOf(parseEnv({ REDIS_URL: "rediss://u:p@x", REDIS_CLUSTER: "a:1,b:2" }).REDIS_URL ?? ""), {
      nodes: [
        { host: "a", port: 1 },
        { host: "b", port: 2 },
      ],
      login: { username: "u", password: "p", tls: {} },
    });
    t.equal(clusterOf("redis://127.0.0.1:6379"), null);
    t.match(readSettings({ REDIS_SENTINELS: "a:1" }).faults, [{ name: "REDIS_SENTINELS" }]);
  },
);

const claimOf = (n: number, owner: string) => ({
  ...{ transaction: n.toString(16).padStart(64, "0"), request: "r", payment: "p", paymentId: "", caller: "c", owner },
});
/** Longer than the test, so that no claim ends by itself. */
const LEASE_MS = 600_000;

/** Claims one payment after the other, each until it is told what came of it. */
function keepClaiming(url: string) {
  const redis = openRedis(url, "fast", "test");
  const claims = openClaims(redis, LEASE_MS);
  const state = { stopped: false, taken: [] as number[], refused: 0, at: 0 };
  const run = async () => {
    for (let n = 1; !state.stopped; ) {
      const said = await claims.take(claimOf(n, `owner-${n}`)).catch(() => null);
      if (said === "claimed") state.taken.push(n);
      if (said === "claimed") state.at = suiteNow();
      if (said !== null) n++;
      else {
        state.refused++;
        await new Promise((wake) => setTimeout(wake, 20));
      }
    }
  };
  return { redis, claims, state, ended: run() };
}

/** Jobs on copies of a patient connection, as the host runs them. */
function keepWorking(t: Test, url: string) {
  const redis = openRedis(url, "patient", "test");
  const done = new Set<string>();
  const worker = new Worker("upkeep", async ({ id = "" }) => void done.add(id), {
    ...{ connection: redis, prefix: KEYS.queuePrefix, lockDuration: 10_000, stalledInterval: 5_000 },
  });
  worker.on("error", () => undefined);
  const producer = openProducer(redis);
  t.teardown(async () => {
    await worker.close(true);
    await producer.close();
    redis.disconnect();
  });
  const add = (slot: number) => producer.add({ name: "store.sweep", id: `store.sweep~${slot}`, payload: { slot } });
  return { redis, done, add };
}

t.test(
  "a failover under load ends by itself: no payment is claimed twice, jobs go on, who waits is answered",
  async (t) => {
    const set = await startSentinels(t);
    const url = redisUrlOf({ REDIS_SENTINELS: set.setting }) ?? "";
    const claiming = keepClaiming(url);
    t.teardown(() => claiming.redis.disconnect());
    const working = keepWorking(t, url);
    await until(() => claiming.state.taken.length >= 50, 120_000);
    await working.add(1);
    await until(() => working.done.has("store.sweep~1"), 120_000);

    await set.killPrimary();
    const [before, killedAt] = [claiming.state.taken.length, claiming.state.at];
    const waiting = working.redis.set("waited", "1");
    await until(() => claiming.state.taken.length >= before + 50, 180_000);
    t.comment(`claims are taken again ${(claiming.state.at - killedAt) / 1_000} s after the last before the kill`);
    t.equal(await waiting, "OK");
    await working.add(2);
    await until(() => working.done.has("store.sweep~2"), 180_000);
    claiming.state.stopped = true;
    await claiming.ended;
    t.ok(claiming.state.refused > 0, "it was away meanwhile");

    const again = await Promise.all(claiming.state.taken.map((n) => claiming.claims.take(claimOf(n, "another"))));
    t.same([...new Set(again)], ["running"], `${again.length} claims, each of them held still by who took it`);
  },
);

t.test("a claim that no replica has is none: it is refused, and free for whoever comes next", async (t) => {
  const set = await startSentinels(t);
  t.teardown(() => set.resume());
  const redis = openRedis(redisUrlOf({ REDIS_SENTINELS: set.setting }) ?? "", "patient", "test");
  t.teardown(() => redis.disconnect());
  const claims = openClaims(redis, LEASE_MS);
  t.equal(await claims.take(claimOf(1, "a")), "claimed");
  await set.pauseReplicas();
  await t.rejects(claims.take(claimOf(2, "a")), /no replica of Redis has the claim/);
  set.resume();
  t.equal(await until(() => claims.take(claimOf(2, "b")).catch(() => null), 120_000), "claimed");
});

t.test("a cluster is re-sharded and loses a primary under load: no payment is claimed twice, jobs go on", async (t) => {
  const cluster = await startCluster(t);
  const url = redisUrlOf({ REDIS_CLUSTER: cluster.setting }) ?? "";
  const claiming = keepClaiming(url);
  t.teardown(() => claiming.redis.disconnect());
  const working = keepWorking(t, url);
  await until(() => claiming.state.taken.length >= 50, 30_000);
  await working.add(1);
  await until(() => working.done.has("store.sweep~1"), 30_000);

  const moving = cluster.moveSlots(2_000);
  await working.add(2);
  await moving;
  const moved = claiming.state.taken.length;
  await until(() => claiming.state.taken.length >= moved + 50, 60_000);
  await until(() => working.done.has("store.sweep~2"), 60_000);

  await cluster.killPrimaryOf(`${KEYS.queuePrefix}:upkeep:wait`);
  const [before, killedAt] = [claiming.state.taken.length, claiming.state.at];
  await working.add(3);
  await until(() => working.done.has("store.sweep~3"), 60_000);
  await until(() => claiming.state.taken.length >= before + 100, 60_000);
  t.comment(`a hundred more claims ${(claiming.state.at - killedAt) / 1_000} s after the last before the kill`);
  claiming.state.stopped = true;
  await claiming.ended;
  const again = await Promise.all(claiming.state.taken.map((n) => claiming.claims.take(claimOf(n, "another"))));
  t.same([...new Set(again)], ["running"], `${again.length} claims, each of them held still by who took it`);
});

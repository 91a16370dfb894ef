// Redis of several real servers, behind sentinels and as a cluster: which address that is, and what a failover and a re-sharding
// do to claims of payments, to jobs and to whoever waits.
import { Worker } from "bullmq";
import t, { type Test } from "tap";
import { publishedVersion, publishFrames, readFrames } from "../../../jobs/publish.ts";
import { tendWorker } from "../../../jobs/tend-worker.ts";
import { encodeFrame } from "../../../schema/frame.ts";
import { openClaims } from "../../../schema/io/pay/claim.ts";
import { openProducer } from "../../../schema/io/queue.ts";
import { infoOf, isSpread, openRedis, type Redis } from "../../../schema/io/redis.ts";
import { forgetRestored, markRestored, restoredMark } from "../../../schema/io/restored.ts";
import { snapshotKey } from "../../../schema/io/snapshot-key.ts";
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
    t.match(readSettings({ REDIS_SENTINELS: "a:1/main", REDIS_CLUSTER: "a:1" }).faults, [{ name: "REDIS_CLUSTER" }]);
  },
);

const claimOf = (n: number, owner: string) => ({
  ...{ transaction: n.toString(16).padStart(64, "0"), request: "r", payment: "p", paymentId: "", caller: "c", owner },
});
/** Longer than the test, so that no claim ends by itself. */
const LEASE_MS = 600_000;

/** Claims one payment after the other, each until it is told what came of it. */
function keepClaiming(t: Test, url: string) {
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
  // Whoever fails before the end would claim for ever, and its process with it.
  t.teardown(() => {
    state.stopped = true;
    redis.disconnect();
  });
  return { redis, claims, state, ended: run() };
}

/** Jobs on copies of a patient connection, as the host runs them. */
function keepWorking(t: Test, url: string) {
  const redis = openRedis(url, "patient", "test");
  const done = new Set<string>();
  const worker = new Worker("upkeep", async ({ id = "" }) => void done.add(id), {
    ...{ connection: redis, prefix: KEYS.queuePrefix, lockDuration: 10_000, stalledInterval: 5_000 },
  });
  tendWorker(worker);
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

const frameOf = (name: string, version: number) => ({
  name,
  version,
  frame: encodeFrame({ name, version, meta: {} }, new Map([["rows", `["${version}"]`]])),
});

/** Two writers in opposite orders. */
async function spreadFrames(t: Test, url: string): Promise<void> {
  const openNamed = (name: string): Redis => openRedis(url, "patient", name);
  const [redis, other, listener] = [openNamed("a"), openNamed("b"), openNamed("c")];
  t.teardown(() => {
    for (const one of [redis, other, listener]) one.disconnect();
  });
  const heard: number[] = [];
  listener.on("message", (_channel: string, message: string) => heard.push(Number(message.split(" ")[0])));
  await listener.subscribe(KEYS.snapshotChannel);
  const names = Array.from({ length: 40 }, (_, n) => `state/token-${n}`);
  const all = names.flatMap((name) => [1, 2, 3].map((version) => frameOf(name, version)));
  const stored = await Promise.all([publishFrames(redis, all), publishFrames(other, [...all].reverse())]);
  for (const read of await readFrames(redis, names)) {
    t.match([read?.version, read?.parts.get("rows")?.toString()], [3, '["3"]']);
  }
  t.equal(await publishedVersion(redis, "state/token-7"), 3);
  t.equal(await publishFrames(redis, [frameOf("state/token-7", 2)]), 0, "an older one is refused");
  const count = stored.reduce((sum, n) => sum + n, 0);
  await until(() => heard.length === count);
  t.same(
    heard,
    heard.map((_, at) => at + 1),
    "numbered without a gap",
  );
  const slotOf = (name: string) => (isSpread(redis) ? redis.cluster("KEYSLOT", snapshotKey(redis, name)) : 0);
  const slots = await Promise.all(names.map(slotOf));
  t.ok(new Set(slots).size > 30, `${new Set(slots).size} slots`);
  t.equal((await infoOf(redis)).length, 3, "each server that takes writes tells of itself");
}

async function loseOne(t: Test, url: string): Promise<void> {
  const redis = openRedis(url, "patient", "test");
  t.teardown(() => redis.disconnect());
  t.equal(await restoredMark(redis), null);
  await markRestored(redis, "1");
  t.equal(await restoredMark(redis), "1");
  for (const key of KEYS.restoredBeside) {
    await redis.del(key);
    t.equal(await restoredMark(redis), null, key);
    await markRestored(redis, "2");
  }
  await forgetRestored(redis);
  t.equal(await restoredMark(redis), null);
}

t.test(
  "a failover under load ends by itself: no payment is claimed twice, jobs go on, who waits is answered",
  async (t) => {
    const set = await startSentinels(t);
    const url = redisUrlOf({ REDIS_SENTINELS: set.setting }) ?? "";
    const claiming = keepClaiming(t, url);
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
  const claiming = keepClaiming(t, url);
  const working = keepWorking(t, url);
  await until(() => claiming.state.taken.length >= 50, 120_000);
  await working.add(1);
  await until(() => working.done.has("store.sweep~1"), 120_000);

  await t.test("frames lie on all servers, the newest of each whole, and announcements miss none", (t) =>
    spreadFrames(t, url),
  );
  await t.test("what one server loses is missed though the others have theirs", (t) => loseOne(t, url));

  const moving = [cluster.moveSlotOf(KEYS.payment("any")), working.add(2)];
  await Promise.all(moving);
  const moved = claiming.state.taken.length;
  await until(() => claiming.state.taken.length >= moved + 50, 180_000);
  await until(() => working.done.has("store.sweep~2"), 180_000);
  await cluster.moveSlots(2_000);

  await cluster.killPrimaryOf(`${KEYS.queuePrefix}:upkeep:wait`);
  const [before, killedAt] = [claiming.state.taken.length, claiming.state.at];
  await working.add(3);
  await until(() => working.done.has("store.sweep~3"), 180_000);
  await until(() => claiming.state.taken.length >= before + 100, 180_000);
  t.comment(`a hundred more claims ${(claiming.state.at - killedAt) / 1_000} s after the last before the kill`);
  await cluster.bringBack();
  await cluster.killPrimaryOf(KEYS.payment("any"));
  const lost = claiming.state.taken.length;
  await until(() => claiming.state.taken.length >= lost + 100, 180_000);
  claiming.state.stopped = true;
  await claiming.ended;
  const again = await Promise.all(claiming.state.taken.map((n) => claiming.claims.take(claimOf(n, "another"))));
  t.same([...new Set(again)], ["running"], `${again.length} claims, each of them held still by who took it`);
});

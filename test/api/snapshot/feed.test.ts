// Snapshots in memory: they arrive, they never go backwards, and they outlive Redis.
import t from "tap";
import { openSnapshots } from "../../../api/snapshot/feed.ts";
import { openLog } from "../../../schema/io/log.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ask, get, startTestApi } from "../../support/api/api.ts";
import { answers, exchange, serve, statuses } from "../../support/api/socket.ts";
import { startTestRedis } from "../../support/redis.ts";
import { frames, marketFrame, publishFrames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const market = (at: number, bytes = marketFrame(at)) => new Map([["market", { version: at, bytes }]]);

/** Resolves when the condition holds; rejects after 5 s. */
async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !condition(); ) {
    if (Date.now() > end) throw new Error("it did not happen in 5 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

t.test("the feed", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const held = () => api.snapshots.version("market");
  const asOf = async () => (await ask(t, api.app, "/v1/market?sections=overview")).body.as_of;

  t.test("what is announced is served", async (t) => {
    await api.publish(market(AT + 1_000));
    await until(() => held() === AT + 1_000);
    t.equal(await asOf(), toTime(AT + 1_000));
  });

  t.test("what was missed is found by comparison, without an announcement", async (t) => {
    await api.redis.set(KEYS.snapshot("market"), marketFrame(AT + 2_000));
    await api.redis.hset(KEYS.snapshotVersions, "market", AT + 2_000);
    await api.redis.incr(KEYS.snapshotCount);
    await until(() => held() === AT + 2_000);
    t.equal(await asOf(), toTime(AT + 2_000));
  });

  t.test("an older version never replaces a newer one", async (t) => {
    await api.publish(market(AT - 5_000));
    await api.publish(new Map([["market", { version: AT + 9_000, bytes: marketFrame(AT) }]]));
    await api.redis.set(KEYS.snapshot("market"), marketFrame(AT));
    await api.publish(market(AT + 3_000));
    await until(() => held() === AT + 3_000);
    t.equal(await asOf(), toTime(AT + 3_000));
  });

  const whole = marketFrame(AT + 4_000);
  for (const [name, bytes] of [
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("not a frame")],
    ["half a frame", whole.subarray(0, whole.length / 2)],
    ["a frame of another name", frames(AT + 4_000).get("state/bitcoin")?.bytes ?? Buffer.alloc(0)],
    [
      "a frame without its parts",
      Buffer.from(`{"name":"market","version":${AT + 4_000},"meta":{"sections":{}},"parts":[]}\n`),
    ],
  ] as const) {
    t.test(`${name} is refused and the last good snapshot stays`, async (t) => {
      const before = held();
      await api.publish(market(AT + 4_000, bytes));
      await api.publish(new Map([["status", { version: before + 1, bytes: Buffer.from("x") }]]));
      await new Promise((resolve) => setTimeout(resolve, 300));
      t.equal(held(), before);
      t.equal((await ask(t, api.app, "/v1/market")).status, 200);
      await api.publish(market(before + 1));
      await until(() => held() === before + 1);
    });
  }
});

t.test("with Redis killed, everything held is still answered with its own as_of, and status says so", async (t) => {
  const redis = await startTestRedis(t);
  const api = await startTestApi(t, AT, frames(AT), undefined, redis.url);
  const { port } = await serve(t, api);
  const warm = ["/v1/tokens", "/v1/state/BTC", "/v1/market", "/v1/history/BTC?series=price&resolution=1h"];
  const before = new Map<string, unknown>();
  for (const target of warm) before.set(target, (await ask(t, api.app, target)).body);
  const redisPart = async () => {
    // A look at the parts is told for a second.
    api.clock.at += 1_000;
    const told = JSON.parse(String((await api.app.handle(get("/readyz"))).body));
    return (told as { parts: { redis: { status: string; why?: string } } }).parts.redis;
  };
  t.same(await redisPart(), { status: "ok" });
  await api.redis.config("SET", "maxmemory", "1");
  t.match(await redisPart(), { status: "away", why: /^Redis is full/ });
  await api.redis.config("SET", "maxmemory", "0");
  redis.pause();
  t.teardown(() => redis.resume());
  t.match(await redisPart(), { status: "away", why: /does not answer/ });
  t.notOk(api.snapshots.isConnected(), "the connection that listens is open, and nothing can come");
  await redis.kill();
  await until(() => !api.snapshots.isConnected());
  for (const target of warm) t.same((await ask(t, api.app, target)).body, before.get(target), target);
  const cold = await ask(t, api.app, "/v1/state/USDC?sections=market");
  t.equal(cold.status, 200, "an answer that was never asked before is made too");
  const unheld = await ask(t, api.app, "/v1/history/BTC?series=price&resolution=6h");
  t.match(unheld, { status: 503, body: { code: "upstream_unavailable" } }, "what is not held is not called absent");
  const { status, notices } = (await ask(t, api.app, "/v1/status")).body.data as { status: string; notices: unknown[] };
  t.equal(status, "degraded");
  t.equal(notices.length, 1);
  api.clock.at += 1_000;
  const ready = JSON.parse(String((await api.app.handle(get("/readyz"))).body));
  t.match(
    ready,
    { status: "degraded", parts: { redis: { status: "away", why: /^Redis/ } } },
    "reads are served: not ready for more",
  );
  const { text } = await exchange(port, [`GET /v1/state/BTC HTTP/1.1\r\nHost: x\r\n\r\n`], answers(1));
  t.same(statuses(text), [200]);
  await redis.restart();
  await api.publish(market(AT + 60_000));
  await until(() => api.snapshots.version("market") === AT + 60_000);
  t.pass("after Redis is back, empty, new snapshots arrive");
});

t.test("an API that starts without Redis starts, and takes the snapshots in when Redis comes", async (t) => {
  const server = await startTestRedis(t);
  await server.kill();
  const redis = openRedis(server.url, "fast", "late");
  const subscriber = openRedis(server.url, "patient", "late");
  const snapshots = openSnapshots({ redis, subscriber, log: openLog("test", "silent"), healEveryMs: 100 });
  t.teardown(() => {
    snapshots.stop();
    redis.disconnect();
    subscriber.disconnect();
  });
  await snapshots.start();
  t.equal(snapshots.version("market"), -1);
  await server.restart();
  const writer = openRedis(server.url, "patient", "writer");
  t.teardown(() => writer.disconnect());
  await writer.set(KEYS.snapshot("market"), marketFrame(AT));
  await writer.hset(KEYS.snapshotVersions, "market", AT);
  await until(() => snapshots.version("market") === AT);
  t.equal(snapshots.version("market"), AT);
});

t.test("a read that failed is made up for without another announcement", async (t) => {
  const server = await startTestRedis(t);
  const redis = openRedis(server.url, "fast", "flaky");
  const subscriber = openRedis(server.url, "patient", "flaky");
  let failures = 0;
  const flaky = new Proxy(redis, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name === "mgetBuffer" && failures > 0) {
        failures -= 1;
        return () => Promise.reject(new Error("timed out"));
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const snapshots = openSnapshots({ redis: flaky, subscriber, log: openLog("test", "silent"), healEveryMs: 100 });
  t.teardown(() => {
    snapshots.stop();
    redis.disconnect();
    subscriber.disconnect();
  });
  await snapshots.start();
  await publishFrames(redis, market(AT));
  await until(() => snapshots.version("market") === AT);
  failures = 1;
  await publishFrames(redis, market(AT + 1_000));
  await until(() => snapshots.version("market") === AT + 1_000);
  t.equal(failures, 0, "a read failed");
  t.equal(snapshots.version("market"), AT + 1_000);
});

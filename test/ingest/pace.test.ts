import t from "tap";
import { forwardCursors } from "../../ingest/run/cursor.ts";
import { openPace } from "../../ingest/run/pace.ts";
import { SANDBOX_PACE_FACTOR, VENUES } from "../../ingest/source/venue.ts";
import { openTrialRedis } from "../../ingest/trial/memory.ts";
import { isHttpError } from "../../schema/io/http.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { startTestRedis } from "../support/redis.ts";
import { ownClock } from "../support/until.ts";

const random = { fraction: () => 0, id: () => "" };

t.test("pace on a real Redis", async (t) => {
  const server = await startTestRedis(t);
  const connect = (manner: "fast" | "patient" = "patient") => {
    const redis = openRedis(server.url, manner, "test");
    t.teardown(() => redis.disconnect());
    return redis;
  };
  const market = "live" as const;

  await t.test("two workers share one budget", async (t) => {
    const paces = [openPace(connect(), { market, random }), openPace(connect(), { market, random })];
    const { limit, periodMs } = VENUES.okx.buckets.rubik;
    const before = Date.now();
    // A tenth of a period passes at once, the rest steadily.
    const calls = 6;
    await Promise.all(Array.from({ length: calls }, (_, i) => paces[i % 2]?.take("okx", "rubik", 1, undefined)));
    const least = ((calls - 1) * periodMs) / limit;
    const took = Date.now() - before;
    t.ok(took >= least * 0.9, `${took} ms for ${calls} calls, at least ${least}`);
  });

  await t.test("a heavy call waits for its whole weight", async (t) => {
    const pace = openPace(connect(), { market, random });
    await pace.take("binance", "perp", 36, undefined);
    const before = Date.now();
    await pace.take("binance", "perp", 250, undefined);
    const took = Date.now() - before;
    // 36 of 2,160 a minute are a second; a call heavier than the burst still passes, alone.
    t.ok(took >= 900, `${took} ms`);
  });

  await t.test("no call passes before the time a venue asked for, for any worker", async (t) => {
    const pace = openPace(connect(), { market, random });
    const other = openPace(connect(), { market, random });
    const before = Date.now();
    const passed = ownClock(t);
    await pace.pause("bybit", 700);
    await pace.pause("bybit", 10);
    await other.take("bybit", "all", 1, undefined);
    t.ok(Date.now() - before >= 690, "the longer pause stays");
    await pace.take("okx", "books", 1, undefined);
    t.ok(passed() < 2_000, "other venues are not kept");
  });

  await t.test("a long pause is told at once instead of slept through", async (t) => {
    const pace = openPace(connect(), { market, random, patienceMs: 100 });
    await pace.pause("coingecko", 60_000);
    const error = await pace.take("coingecko", "all", 1, undefined).catch((cause: unknown) => cause);
    if (!isHttpError(error)) throw error;
    t.equal(error.kind, "rate_limited");
    t.ok((error.retryAfterMs ?? 0) > 50_000);
  });

  await t.test("a trial keeps the same pace without a Redis, and takes no script for another", async (t) => {
    let now = 1_800_000_000_000;
    const redis = openTrialRedis(() => now);
    const pace = openPace(redis, { market, random });
    await pace.pause("okx", 60_000);
    const refused: unknown = await pace.take("okx", "rubik", 1, undefined).catch((error: unknown) => error);
    t.ok(isHttpError(refused) && refused.kind === "rate_limited");
    now += 60_001;
    await pace.take("okx", "rubik", 1, undefined);
    await forwardCursors(redis, "okx-candle-1m", new Map([["bitcoin", 1]]));
    await t.rejects(redis.eval("return redis.call('SET', KEYS[1], ARGV[1])", 1, "a", "1"), /knows no such script/);
  });

  await t.test("the simulated market is faster by its factor", async (t) => {
    const pace = openPace(connect(), { market: "sandbox", random });
    const passed = ownClock(t);
    for (let i = 0; i < 20; i += 1) await pace.take("okx", "history", 1, undefined);
    const live = (20 * VENUES.okx.buckets.history.periodMs) / VENUES.okx.buckets.history.limit;
    t.ok(passed() < live / (SANDBOX_PACE_FACTOR / 10));
  });

  await t.test("while Redis is away nothing passes; when it is back it goes on", async (t) => {
    const pace = openPace(connect("fast"), { market, random });
    await pace.take("eth", "all", 1, undefined);
    await server.kill();
    let passed = false;
    const waiting = pace.take("eth", "all", 1, undefined).then(() => {
      passed = true;
    });
    const stopped = new AbortController();
    const given = pace.take("eth", "all", 1, stopped.signal);
    stopped.abort();
    await t.rejects(given, "a stop is obeyed");
    t.notOk(passed);
    await server.restart();
    await waiting;
    t.ok(passed);
  });
});

// Slow calls: fifty at once by twenty-five callers end without a failure, in the order they came; the line is bounded, and nobody fills it alone.
import t from "tap";
import { openSlowCalls } from "../../../api/gate/slow-call.ts";
import { isFault } from "../../../schema/fault.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import { createKey } from "../../../scripts/keys/store-key.ts";
import { ask, json, startGated } from "../../support/api/gated.ts";
import { NO_STORE } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());
const codeOf = (error: unknown) => (isFault(error) ? error.code : String(error));
const { slowCallMs, slowCallsMax, slowCallsPerCallerMax, slowCallsWaitingMax } = LIMITS;

t.test(
  "fifty at once by twenty-five callers: no failure, at most eight run, each caller's in their order",
  async (t) => {
    const calls = openSlowCalls(redis, systemClock, "one");
    const began: string[] = [];
    let [running, most] = [0, 0];
    const call = (name: string) => async () => {
      began.push(name);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
      return name;
    };
    const asked: Promise<string>[] = [];
    for (const n of [1, 2])
      for (let caller = 0; caller < 25; caller += 1) asked.push(calls.run(`key:${caller}`, call(`${caller}~${n}`)));
    t.equal(new Set(await Promise.all(asked)).size, 50);
    t.equal(most, slowCallsMax);
    for (let caller = 0; caller < 25; caller += 1)
      t.ok(began.indexOf(`${caller}~1`) < began.indexOf(`${caller}~2`), `caller ${caller}`);
  },
);

t.test("on a machine that needs ten seconds for each of them, the last of fifty has its turn", async (t) => {
  let [now, running] = [1_000_000, 0];
  const calls = openSlowCalls(redis, { now: () => now }, "slow");
  const work = async () => {
    running += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    // Eight at once: each that ends is an eighth of ten seconds later than the one before.
    now += 10_000 / slowCallsMax;
    return "done";
  };
  const asked = Array.from({ length: 50 }, (_, n) => calls.run(`late:${n % 25}`, work).catch(codeOf));
  t.same(new Set(await Promise.all(asked)), new Set(["done"]));
  t.equal(running, 0);
});

t.test("the time of a call counts from when it came, however long it waited for its place", async (t) => {
  let now = 1_000_000;
  const calls = openSlowCalls(redis, { now: () => now }, "counted");
  const [ends, told]: [(() => void)[], number[]] = [[], []];
  const held = (until: number) => {
    told.push(until);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const first = Array.from({ length: slowCallsMax }, (_, n) => calls.run(`counted:${n}`, held));
  await until(() => ends.length === slowCallsMax, 30_000);
  const last = calls.run("counted:last", held);
  now += 40_000;
  for (const end of ends) end();
  await until(() => ends.length > slowCallsMax, 30_000);
  ends.at(-1)?.();
  await Promise.all([...first, last]);
  t.same(new Set(told), new Set([1_000_000 + slowCallMs]));
});

t.test("two processes have one line: who came first goes first, and what a dead one left in it goes", async (t) => {
  const other = openRedis(server.url, "patient", "test");
  t.teardown(() => other.disconnect());
  const [one, two] = [openSlowCalls(redis, systemClock, "here"), openSlowCalls(other, systemClock, "there")];
  const line = KEYS.slowCalls("line");
  const waiting = (count: number) => until(async () => (await redis.zcard(line)) === count, 30_000);
  const ends: (() => void)[] = [];
  const held = () => new Promise<void>((resolve) => ends.push(resolve));
  const first = Array.from({ length: slowCallsMax }, (_, n) => one.run(`a${n}`, held));
  await until(() => ends.length === slowCallsMax, 30_000);
  await redis.zadd(line, 1, "dead~1 b0");
  const began: number[] = [];
  const later: Promise<unknown>[] = [];
  const callers = Array.from({ length: 12 }, (_, n) => n);
  for (const n of callers) {
    later.push((n % 3 === 0 ? one : two).run(`b${n >> 1}`, async () => began.push(n)));
    await waiting(n + 1);
  }
  t.equal(await one.run("b0", held).catch(codeOf), "concurrency_limited", "two of it wait in the other process");
  ends[0]?.();
  await Promise.all(later);
  t.same(began, callers);
  for (const end of ends) end();
  await Promise.all(first);
  t.equal(await redis.zcard(line), 0);
});

t.test("the line is bounded for all and for one: 503 and 429, and who was refused holds nothing", async (t) => {
  const calls = openSlowCalls(redis, systemClock, "two");
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = (caller: string) => calls.run(caller, () => held).then(() => "done", codeOf);
  const first = Array.from({ length: slowCallsMax }, (_, n) => run(`a${n}`));
  await Promise.race([Promise.all(first), new Promise((resolve) => setTimeout(resolve, 50))]);
  const greedy = Array.from({ length: slowCallsPerCallerMax + 3 }, () => run("greedy"));
  t.same(await Promise.race(greedy.slice(slowCallsPerCallerMax)), "concurrency_limited");
  const others = Array.from({ length: slowCallsWaitingMax - slowCallsPerCallerMax }, (_, n) => run(`b${n}`));
  const over = Array.from({ length: 3 }, (_, n) => run(`c${n}`));
  t.same(
    await Promise.all(over),
    over.map(() => "overloaded"),
  );
  end();
  const ended = await Promise.all([...first, ...greedy, ...others]);
  t.equal(ended.filter((one) => one === "done").length, slowCallsMax + slowCallsWaitingMax);
  t.equal(ended.filter((one) => one === "concurrency_limited").length, 3);
  t.equal(await calls.run("greedy", async () => "again"), "again");
});

t.test(
  "over the wire: fifty by twenty-five keys are answered; a full line is 503 with Retry-After, and free",
  async (t) => {
    const api = await startGated(t, { REDIS_URL: server.url });
    const doors = { redis, store: { ...NO_STORE, insert: async () => undefined }, now: () => Date.now() };
    const body = (waitMs: number) => JSON.stringify({ name: "w", size: 1, side: "buy", waitMs });
    const keys = await Promise.all(Array.from({ length: 25 }, (_, n) => createKey(doors, `partner-${n}`)));
    const withKey = (secret: string) => ({ authorization: `Bearer ${secret}`, "content-type": "application/json" });
    const last = keys.at(-1)?.secret ?? "";
    await until(async () => (await ask(api, "/v1/test", withKey(last), body(0))).status === 200, 30_000);
    const two = [...keys, ...keys].map(({ secret }) => ask(api, "/v1/test", withKey(secret), body(20)));
    t.same(
      (await Promise.all(two)).filter(({ status }) => status !== 200),
      [],
    );

    // Another process has all the places.
    const taken = Array.from({ length: slowCallsMax }, (_, n) => `other~${n}`);
    await redis.zadd(KEYS.slowCalls("all"), ...taken.flatMap((call) => [Number.MAX_SAFE_INTEGER, call]));
    const addresses = Array.from({ length: slowCallsWaitingMax + 8 }, (_, n) => `192.0.2.${100 + Math.floor(n / 2)}`);
    const answers = addresses.map((address) => ask(api, "/v1/test", json(address), body(0)));
    let refused = 0;
    for (const answer of answers) answer.then(({ status }) => (refused += status === 503 ? 1 : 0)).catch(() => {});
    await until(async () => refused === 8, 60_000);
    await redis.zrem(KEYS.slowCalls("all"), ...taken);
    const told = await Promise.all(answers);
    t.equal(told.filter(({ status }) => status === 200).length, slowCallsWaitingMax);
    for (const { status, body: said, headers } of told.filter((one) => one.status !== 200)) {
      t.match([status, said.code], [503, "overloaded"]);
      t.ok(Number(headers.get("retry-after")) > 0);
    }
    const address = addresses[told.findIndex(({ status }) => status === 503)] ?? "";
    const served = told.filter(({ status }, n) => status === 200 && addresses[n] === address).length;
    const after = await ask(api, "/v1/test", json(address), body(0));
    t.match(after.headers.get("ratelimit"), `"premium-free";r=${9 - served}`, "a refused call used no free call");
  },
);

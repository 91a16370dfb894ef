// Slow calls: fifty at once by twenty-five callers end without a failure, in the order they came; the line is bounded, and nobody fills it alone.
import t from "tap";
import { openSlowCalls } from "../../../api/gate/slow-call.ts";
import { isFault } from "../../../schema/fault.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { LIMITS } from "../../../schema/limit.ts";
import { startTestRedis } from "../../support/redis.ts";

const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());
const codeOf = (error: unknown) => (isFault(error) ? error.code : String(error));
const { slowCallsMax, slowCallsPerCallerMax, slowCallsWaitingMax } = LIMITS;

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

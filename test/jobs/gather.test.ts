// What many ask for within one turn is done once, behind the last who asked; what is noted of jobs counts each of them.
import { setImmediate as turn } from "node:timers/promises";
import t from "tap";
import { gather } from "../../jobs/gather.ts";
import { noteSuccess, readJobHealth } from "../../jobs/health.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { BASE } from "../support/base.ts";
import { startTestRedis } from "../support/redis.ts";

t.test("those of one turn share what it comes to, and nobody gets what was asked before him", async (t) => {
  const done: number[][] = [];
  let fails = false;
  const ask = gather(async (_: object, items: readonly number[]) => {
    done.push([...items]);
    if (fails) throw new Error("no");
    return items.length;
  });
  const [one, other] = [{}, {}];
  t.same(await Promise.all([ask(one, 1), ask(one, 2), ask(other, 3)]), [2, 2, 1]);
  const first = ask(one, 4);
  await turn();
  await turn();
  t.same(await Promise.all([first, ask(one, 5)]), [1, 1]);
  t.same(done, [[1, 2], [3], [4], [5]]);
  fails = true;
  const ends = await Promise.allSettled([ask(one, 6), ask(one, 7)]);
  t.same(
    ends.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  fails = false;
  t.equal(await ask(one, 8), 1, "a failure is of its turn alone");
});

t.test("jobs that end at once are each counted, and the last of a line is told of", async (t) => {
  const redis = openRedis((await startTestRedis(t)).url, "patient", "test");
  t.teardown(() => redis.disconnect());
  const end = (key: string, lagMs: number) =>
    noteSuccess(redis, key, { at: BASE, lagMs, beganAt: BASE - 5, tookMs: 3 });
  await Promise.all([end("hour.fold", 1), end("gap.sweep", 2), end("hour.fold", -4), end("hour.fold", 6.4)]);
  await end("gap.sweep", 9);
  const health = await readJobHealth(redis, BASE);
  t.match(health.get("hour.fold"), { completed1h: 3, lagMs: 6, lastSuccessAt: BASE });
  t.match(health.get("gap.sweep"), { completed1h: 2, lagMs: 9, failed1h: 0 });
});

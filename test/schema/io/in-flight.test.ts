// Inserts of readings under way: every process knows what is stored for certain, and rows bear an instant that nobody took
// for settled before them.
import { ClickHouseError } from "@clickhouse/client";
import t from "tap";
import { systemClock as clock } from "../../../schema/io/clock.ts";
import { awaitSettled, readSettled, tellInsert } from "../../../schema/io/in-flight.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { BASE } from "../../support/base.ts";
import { startTestRedis } from "../../support/redis.ts";

/** An insert that ends when the test says so, with the instant it was given. */
function openInsert() {
  const held: { storedAt: number; end: (error?: Error) => void }[] = [];
  const insert = (storedAt: number) =>
    new Promise<void>((resolve, reject) =>
      held.push({ storedAt, end: (error) => (error ? reject(error) : resolve()) }),
    );
  const begun = async () => {
    while (held.length === 0) await new Promise(setImmediate);
    return held[0] as (typeof held)[number];
  };
  return { insert, begun };
}

t.test("what began before the oldest insert under way is stored, whichever process it is of", async (t) => {
  const redis = openRedis((await startTestRedis(t)).url, "patient", "test");
  t.teardown(() => redis.disconnect());
  let now = BASE;
  const doors = { redis, clock: { now: () => now }, random: systemRandom };
  const known = async (at: number) => (await readSettled(redis, at)).known;
  t.same(await readSettled(redis, BASE), { known: BASE, counts: {} }, "with none under way all is stored");
  const [first, second, third] = [openInsert(), openInsert(), openInsert()];
  const early = tellInsert(doors, "candle", first.insert);
  const one = await first.begun();
  now += 1_000;
  const late = tellInsert(doors, "ticker", second.insert);
  const other = await second.begun();
  now += 1_000;
  t.equal(await known(now), BASE - 1);
  one.end();
  await early;
  t.same(
    await readSettled(redis, now),
    { known: BASE + 999, counts: { candle: "1" } },
    "and is counted in the same act",
  );
  t.equal(await known(BASE), BASE, "an earlier instant stays as it was");
  other.end(new Error("no answer"));
  await t.rejects(late, /no answer/);
  t.equal(await known(now), BASE + 999, "of one without an answer nobody knows whether it still comes");
  const refused = tellInsert(doors, "ticker", third.insert);
  (await third.begun()).end(new ClickHouseError({ message: "no such column", code: "16" }));
  await t.rejects(refused, /no such column/);
  now += 29_000;
  t.equal(await known(now), now, "for half a minute, and one that was refused comes no more");
});

t.test("rows bear a later instant than anyone had taken for settled", async (t) => {
  const redis = openRedis((await startTestRedis(t)).url, "patient", "test");
  t.teardown(() => redis.disconnect());
  const settled: number[] = [];
  const stored: number[] = [];
  const doors = { redis, clock, random: systemRandom };
  let isDone = false;
  const watch = (async () => {
    while (!isDone) settled.push((await readSettled(redis, clock.now())).known);
  })();
  for (let round = 0; round < 50; round++) {
    const before = settled.length;
    await tellInsert(doors, "candle", async (storedAt) => {
      stored.push(storedAt);
      t.ok(settled.slice(0, before).every((known) => known < storedAt));
      const { known } = await readSettled(redis, clock.now());
      t.ok(known < storedAt, "nor does anyone while it is under way");
    });
  }
  isDone = true;
  await watch;
  t.same(
    stored,
    [...stored].sort((a, b) => a - b),
  );
});

t.test(
  "clocks of two hosts differ: what was taken for settled stays so, and rows are late by the difference",
  async (t) => {
    const redis = openRedis((await startTestRedis(t)).url, "patient", "test");
    t.teardown(() => redis.disconnect());
    const behind = { redis, clock: { now: () => BASE } };
    const known = async (at: number) => (await readSettled(redis, at)).known;
    const storedAt = () => tellInsert(behind, "candle", async (at) => at);
    t.equal(await storedAt(), BASE, "nobody looked");
    t.equal(await known(BASE), BASE);
    t.equal(await storedAt(), BASE + 1, "nor who looked in the same millisecond");
    t.equal(await known(BASE + 5_000), BASE + 5_000, "a host whose clock is five seconds ahead");
    await tellInsert(behind, "candle", async (at) => {
      t.equal(at, BASE + 5_001);
      t.equal(await known(BASE + 5_000), BASE - 1, "and who looks meanwhile takes none of it");
    });
    t.equal(await known(BASE + 3_000), BASE + 3_000);
    t.equal(await storedAt(), BASE + 5_002, "an earlier instant moves nothing back");
    t.equal(await known(BASE + 3_600_000), BASE + 3_600_000);
    t.equal(await storedAt(), BASE + 10_000, "a clock that is an hour ahead moves rows by ten seconds at most");
  },
);

t.test("rows that are counted and not known yet count anew once they are known", async (t) => {
  const redis = openRedis((await startTestRedis(t)).url, "patient", "test");
  t.teardown(() => redis.disconnect());
  const doors = (ms: number) => ({ redis, clock: { now: () => BASE + ms } });
  const settled = async (at: number) => readSettled(redis, BASE + at);
  const counted = async (at: number, source: string) => (await settled(at)).counts[source];
  await tellInsert(doors(5_000), "candle", async () => undefined);
  const [early, later] = [await counted(0, "candle"), await counted(1_000, "candle")];
  t.not(early, later, "an answer of before is not held, by a host whose clock is five seconds behind");
  const whole = await counted(5_000, "candle");
  t.not(later, whole, "nor once the rows are known");
  t.equal(await counted(6_000, "candle"), whole, "from then on it is");

  const slow = openInsert();
  const older = tellInsert(doors(7_000), "candle", slow.insert);
  const { end } = await slow.begun();
  await tellInsert(doors(7_500), "ticker", async () => undefined);
  const meanwhile = await awaitSettled(redis, BASE + 8_000);
  t.equal(meanwhile.known, BASE + 6_999, "one that was told later may end before an older one");
  end();
  await older;
  const after = await settled(8_000);
  t.not(meanwhile.counts.ticker, after.counts.ticker);
  t.equal(await counted(9_000, "ticker"), after.counts.ticker);
});

t.test("rows are stored without a Redis to tell of them", async (t) => {
  const redis = await startTestRedis(t);
  const connection = openRedis(redis.url, "patient", "test");
  t.teardown(() => connection.disconnect());
  await connection.ping();
  let count = 0;
  const told = () =>
    tellInsert({ redis: connection, clock: { now: () => BASE }, random: systemRandom }, "candle", async () => {
      count += 1;
    });
  await connection.config("SET", "maxmemory", "1");
  await told();
  t.equal(count, 1, "a full one");
  connection.disconnect();
  await told();
  t.equal(count, 2, "none");
});

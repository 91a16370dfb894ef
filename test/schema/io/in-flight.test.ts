// Inserts under way: every process knows before which instant all that began is stored.
import t from "tap";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { storedBy, tellInserts } from "../../../schema/io/in-flight.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { BASE } from "../../support/base.ts";
import { NO_STORE } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";

/** A store whose inserts end when the test says so. */
function openHeld() {
  const ends: ((error?: Error) => void)[] = [];
  const insert = () =>
    new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  return { store: { ...NO_STORE, insert, insertEncoded: insert } satisfies Store, ends };
}

t.test("what began before the oldest insert under way is stored, whichever process it is of", async (t) => {
  const redis = await startTestRedis(t);
  const connection = openRedis(redis.url, "patient", "test");
  t.teardown(() => connection.disconnect());
  let now = BASE;
  const clock = { now: () => now };
  const [one, other] = [openHeld(), openHeld()];
  const first = tellInserts({ store: one.store, redis: connection, clock }, "one");
  const second = tellInserts({ store: other.store, redis: connection, clock }, "other");
  const until = async (began: () => boolean) => {
    while (!began()) await new Promise(setImmediate);
  };
  t.equal(await storedBy(connection, BASE), BASE, "with none under way all is stored");
  const early = first.insert("candle", [{}], "a");
  await until(() => one.ends.length === 1);
  now += 1_000;
  const late = second.insertEncoded("candle", Buffer.from(""), "b");
  await until(() => other.ends.length === 1);
  now += 1_000;
  t.equal(await storedBy(connection, now), BASE - 1);
  one.ends[0]?.();
  await early;
  t.equal(await storedBy(connection, now), BASE + 999, "the next one is the oldest then");
  t.equal(await storedBy(connection, BASE), BASE, "an earlier instant stays as it was");
  other.ends[0]?.(new Error("no answer"));
  await t.rejects(late, /no answer/);
  t.equal(await storedBy(connection, now), BASE + 999, "of one that failed nobody knows whether it still comes");
  now += 180_000;
  t.equal(await storedBy(connection, now), now, "for three minutes");
});

t.test("rows are stored without a Redis to tell of them", async (t) => {
  const redis = await startTestRedis(t);
  const connection = openRedis(redis.url, "patient", "test");
  t.teardown(() => connection.disconnect());
  await connection.ping();
  const told = async (name: string) => {
    const { store, ends } = openHeld();
    const inserted = tellInserts({ store, redis: connection, clock: { now: () => BASE } }, name).insert(
      "candle",
      [{}],
      "a",
    );
    while (ends.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    ends[0]?.();
    await inserted;
  };
  await connection.config("SET", "maxmemory", "1");
  await told("full");
  t.pass("a full one");
  connection.disconnect();
  await told("away");
  t.pass("none");
});

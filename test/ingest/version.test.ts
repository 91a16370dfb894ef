// Readings as versions: the same again is none, another one takes the place of the one before it, and whoever asks is told
// what was known by an instant, however far the store has merged its rows.
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { openWriter } from "../../ingest/run/writer.ts";
import { TABLES, type TableName } from "../../schema/dataset/index.ts";
import { knownOf } from "../../schema/dataset/version.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { whileAlone } from "../../schema/io/lock.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { BASE } from "../support/base.ts";
import { startTestRedis } from "../support/redis.ts";
import { startTestStore } from "../support/store.ts";

/** Writes rows as a run does that stores them at `storedAt`; gives back whether it stored any. */
async function write(store: Store, table: TableName, rows: readonly object[], storedAt: number, key = `${storedAt}`) {
  let told = 0;
  const writer = openWriter({
    ...{ store, table, key },
    before: async () => undefined,
    alone: (work) => work(),
    tell: async (insert) => {
      told += 1;
      await insert(storedAt);
    },
  });
  await writer.add(rows, { order: 0 });
  await writer.flush();
  return told > 0;
}

const flow = (inflow: number, retrieved: number, over: object = {}) => ({
  ...{ token: "bitcoin", chain: "btc", exchange: "kraken", at: BASE, window_s: 900 },
  ...{ inflow_native: inflow, outflow_native: 0.1 + 0.2, inflow_usd: inflow * 3, outflow_usd: null, transfers: 3 },
  ...{ label_set: "v1", provider: "sandbox:btc", retrieved_at: retrieved, ...over },
});

t.test("a correction is a version, and an equal reading none", async (t) => {
  const { store } = await startTestStore(t);
  const sumAt = async (known?: number) => {
    const sql = `SELECT sum(f.inflow_native) AS sum, toUInt32(count()) AS rows FROM exchange_flow AS f FINAL WHERE ${knownOf("f")}`;
    const asked = known === undefined ? {} : { known };
    return (await store.query<object, { sum: number; rows: number }>({ name: "test", sql }, asked))[0];
  };
  const start = BASE + 900_000;
  t.ok(await write(store, "exchange_flow", [flow(1, start), flow(7, start, { exchange: "okx" })], start + 100));
  t.notOk(
    await write(store, "exchange_flow", [flow(1, start + 60_000)], start + 60_100),
    "the same again is not stored",
  );
  const both = [flow(2, start + 120_000), flow(7, start + 120_000, { exchange: "okx" })];
  t.ok(await write(store, "exchange_flow", both, start + 120_100));
  t.notOk(await write(store, "exchange_flow", both, start + 130_100, "tried again"), "nor one that is tried again");
  t.ok(
    await write(store, "exchange_flow", [flow(1, start + 180_000)], start + 180_100),
    "what it was before is a third",
  );
  for (const merged of [false, true]) {
    if (merged) await store.command("OPTIMIZE TABLE exchange_flow FINAL");
    t.same(await sumAt(start + 99), { sum: 0, rows: 0 }, "nothing was known before it was stored");
    t.same(await sumAt(start + 100), { sum: 8, rows: 2 });
    t.same(await sumAt(start + 120_099), { sum: 8, rows: 2 });
    t.same(await sumAt(start + 120_100), { sum: 9, rows: 2 }, "from its insert on the correction counts");
    t.same(await sumAt(start + 180_100), { sum: 8, rows: 2 });
    t.same(await sumAt(), { sum: 8, rows: 2 }, "who names no instant is told the newest");
  }
});

t.test("analysts see the newest readings, and all versions beside them", async (t) => {
  const { store } = await startTestStore(t);
  const day = (value: number, retrieved: number) => ({
    ...{ token: "", at: BASE - (BASE % DAY_MS), value, label: "Fear" },
    ...{ provider: "sandbox:alternative", retrieved_at: retrieved },
  });
  for (const [hour, value] of [30, 30, 31].entries()) {
    const at = BASE + hour * 3_600_000;
    await write(store, "fear_greed", [day(value, at)], at + 100);
  }
  const view = async (name: string) => {
    const sql = `SELECT index_value FROM analyst.${name} ORDER BY ALL`;
    return (await store.query<object, { index_value: number }>({ name: "test", sql }, {})).map(
      (row) => row.index_value,
    );
  };
  t.same(await view("fear_greed_day"), [31]);
  t.same(await view("fear_greed_day_versions"), [30, 31]);
});

t.test("of rows of one key that come together the last one counts, each time they come", async (t) => {
  const { store } = await startTestStore(t);
  const sql = `SELECT f.inflow_native AS inflow FROM exchange_flow AS f FINAL WHERE ${knownOf("f")}`;
  const start = BASE + 900_000;
  for (const minute of [0, 1, 2, 3]) {
    const at = start + minute * 60_000;
    t.equal(await write(store, "exchange_flow", [flow(1, at), flow(2, at)], at + 100), minute === 0);
    t.same(await store.query({ name: "test", sql }, {}), [{ inflow: 2 }]);
  }
});

t.test("what an older run brings late is kept and never the newest", async (t) => {
  const { store } = await startTestStore(t);
  const read = async (known: number) => {
    const sql = `SELECT f.inflow_native AS inflow FROM exchange_flow AS f FINAL WHERE ${knownOf("f")}`;
    return (await store.query<object, { inflow: number }>({ name: "test", sql }, { known })).map(
      ({ inflow }) => inflow,
    );
  };
  await write(store, "exchange_flow", [flow(2, BASE + 2_000)], BASE + 2_100);
  await write(store, "exchange_flow", [flow(1, BASE + 1_000)], BASE + 3_100);
  t.same(await read(BASE + 2_100), [2]);
  t.same(await read(BASE + 9_000), [2]);
  const sql = "SELECT toUInt32(count()) AS rows FROM exchange_flow FINAL";
  t.same(await store.query({ name: "test", sql }, {}), [{ rows: 2 }]);
});

t.test("a reading of a span that was running, and one whose call is past, count anew", async (t) => {
  const { store } = await startTestStore(t);
  const total = (retrieved: number) => ({
    ...{ token: "bitcoin", venue: "gate", symbol: "BTC_USDT", at: BASE, window_s: 60, long_usd: 5, short_usd: 0 },
    ...{ provider: "sandbox:gate", retrieved_at: retrieved },
  });
  t.ok(await write(store, "liquidation_window", [total(BASE + 30_000)], BASE + 30_100));
  t.notOk(await write(store, "liquidation_window", [total(BASE + 40_000)], BASE + 40_100));
  t.ok(await write(store, "liquidation_window", [total(BASE + 60_000)], BASE + 60_100), "it is over now");
  t.notOk(await write(store, "liquidation_window", [total(BASE + 9 * DAY_MS)], BASE + 9 * DAY_MS));
  t.ok(
    await write(store, "liquidation_window", [total(BASE + 11 * DAY_MS)], BASE + 11 * DAY_MS),
    "its call is soon forgotten",
  );
});

t.test("rows of every dataset of readings are found again as they were written", async (t) => {
  const { store } = await startTestStore(t);
  const sample: Readonly<Record<string, unknown>> = {
    ...{ time: BASE, timeOrNull: null, number: 3, numberOrNull: 0.1 + 0.2, numbers: [1e-7, 1.5], text: "a'b\\c\n" },
    ...{ texts: ["x", "y"], textOrNull: null, map: { b: "2", a: "1" } },
  };
  for (const [name, { columns }] of Object.entries(TABLES)) {
    // Signals are versions too, but nobody receives them.
    if (!("replaced_at" in columns && "retrieved_at" in columns)) continue;
    const received = Object.entries(columns).filter(([column]) => !["stored_at", "replaced_at"].includes(column));
    const row = Object.fromEntries(
      received.map(([column, { kind, type }]) => [
        column,
        kind === "number" && type === "Float64"
          ? 1e21 / 3
          : kind === "numberOrNull" && type !== "Nullable(Float64)"
            ? 3
            : sample[kind],
      ]),
    );
    const stored = { ...row, retrieved_at: BASE + DAY_MS };
    t.ok(await write(store, name as TableName, [stored], BASE), name);
    t.notOk(
      await write(store, name as TableName, [{ ...stored, retrieved_at: BASE + 90_000_000 }], BASE + 1),
      `${name} again`,
    );
  }
});

t.test("two that replace one reading at once leave one past of it", async (t) => {
  const { store } = await startTestStore(t);
  const redis = openRedis((await startTestRedis(t)).url, "patient", "test");
  t.teardown(() => redis.disconnect());
  const start = BASE + 900_000;
  await write(store, "exchange_flow", [flow(1, start)], start + 100);
  const doors = { redis, clock: { now: () => BASE } };
  const replace = async (value: number) => {
    const at = start + value * 60_000;
    const writer = openWriter({
      ...{ store, table: "exchange_flow", key: `${value}`, before: async () => undefined },
      alone: (work) => whileAlone(doors, "replace", work),
      // Slow enough that the others have compared meanwhile.
      tell: async (insert) => {
        await sleep(100);
        await insert(at + 100);
      },
    });
    await writer.add([flow(value, at)], { order: 0 });
    await writer.flush();
  };
  await Promise.all([replace(2), replace(3), replace(4)]);
  const sql = `SELECT count() AS rows, uniqExact(f.inflow_native) AS values, countIf(f.replaced_at = 0) AS standing FROM exchange_flow AS f FINAL`;
  const [found] = await store.query<object, { rows: number; values: number; standing: number }>(
    { name: "test", sql },
    {},
  );
  t.equal(found?.rows, found?.values, "each reading is there once");
  t.equal(found?.standing, 1);
  for (const known of [start + 100, start + 180_100, start + 300_000]) {
    const past = `SELECT count() AS rows FROM exchange_flow AS f FINAL WHERE ${knownOf("f")}`;
    t.same(await store.query({ name: "test", sql: past }, { known }), [{ rows: 1 }], "and one of them at any instant");
  }
});

// The sweep over the store: whole partitions go under the injected clock, and nothing else.
import t from "tap";
import { dropPast } from "../../jobs/drop-past.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { startTestStore } from "../support/store.ts";

/** A leap day, two hours old. */
const NOW = Date.UTC(2028, 1, 29, 2);
const { signal } = new AbortController();

const fixedClock = (now: number) => ({ now: () => now });

const read = async (store: Store, sql: string) =>
  (await store.query<object, { v: unknown }>({ name: "test", sql }, {})).map(({ v }) => v);
const daysOf = (store: Store, table: string, at = "at") =>
  read(store, `SELECT DISTINCT toString(toDate(${at})) AS v FROM ${table} ORDER BY v`);
const ago = (days: number, more = 0) => NOW - days * DAY_MS - more;

async function fill(store: Store): Promise<void> {
  await store.insert(
    "candle",
    [60, 3_600, 86_400].flatMap((interval_s) =>
      [NOW - HOUR_MS, ago(200), ago(1_200)].map((open_at) => ({ interval_s, open_at })),
    ),
    "c",
  );
  await store.insert(
    "signal_minute",
    [0, 44, 45, 46].map((n) => ({ at: ago(n) })),
    "m",
  );
  await store.insert(
    "ticker",
    [0, 29, 31, 32].map((n) => ({ at: ago(n) })),
    "t",
  );
  const book = (at: number) => ({ token: "x", at, bid_price: [1], bid_native: [2], ask_price: [3], ask_native: [4] });
  await store.insert(
    "order_book",
    [0, 1, 2, 40].map((n) => book(ago(n))),
    "b",
  );
  const calls = ["binance-candle-1h", "binance-ticker"].flatMap((source) =>
    [0, 14, 20, 70, 90].map((n) => ({ source, requested_at: ago(n) })),
  );
  await store.insert("source_call", calls, "s");
}

const LEFT = {
  candles: [
    "60 2028-02-29",
    "3600 2027-08-13",
    "3600 2028-02-29",
    "86400 2024-11-16",
    "86400 2027-08-13",
    "86400 2028-02-29",
  ],
  minutes: ["2028-01-15", "2028-01-16", "2028-02-29"],
  tickers: ["2028-01-31", "2028-02-29"],
  books: ["2028-02-27", "2028-02-28", "2028-02-29"],
  levels: ["2028-02-28", "2028-02-29"],
  long: ["2028-02-09", "2028-02-15", "2028-02-29"],
  short: ["2028-02-09", "2028-02-15", "2028-02-29"],
};

const look = async (store: Store) => ({
  candles: await read(
    store,
    "SELECT DISTINCT concat(toString(interval_s), ' ', toString(toDate(open_at))) AS v FROM candle ORDER BY interval_s, v",
  ),
  minutes: await daysOf(store, "signal_minute"),
  tickers: await daysOf(store, "ticker"),
  books: await daysOf(store, "order_book"),
  levels: await read(
    store,
    "SELECT toString(toDate(at)) AS v FROM order_book WHERE (bid_price, bid_native, ask_price, ask_native) = ([1], [2], [3], [4]) ORDER BY v",
  ),
  long: await daysOf(store, "(SELECT * FROM source_call WHERE source = 'binance-candle-1h')", "requested_at"),
  short: await daysOf(store, "(SELECT * FROM source_call WHERE source = 'binance-ticker')", "requested_at"),
});

t.test("what is past goes and nothing else, wherever a sweep was killed", async (t) => {
  const { store } = await startTestStore(t);
  await fill(store);
  const whole = await look(store);
  for (const wrong of [0, ago(1_200)]) {
    t.same(
      await dropPast({ store, clock: fixedClock(wrong) }, signal),
      { dropped: 0, emptied: 0 },
      "a clock far behind",
    );
  }
  t.same(await look(store), whole);

  await t.rejects(
    dropPast({ store, clock: fixedClock(NOW) }, AbortSignal.abort()),
    "a job past its deadline does nothing",
  );
  t.same(await look(store), whole);

  let left = 0;
  const mortal: Store = {
    ...store,
    command: async (sql) => {
      if (left-- <= 0) throw new Error("killed");
      await store.command(sql);
    },
  };
  for (let killedAfter = 0; killedAfter < 3; killedAfter++) {
    left = killedAfter;
    await t.rejects(
      dropPast({ store: mortal, clock: fixedClock(NOW) }, signal),
      /not dropped: partition \S+ of \w+: killed/,
    );
  }
  // Years ahead of the market the clock counts for as much as the newest candle.
  const rest = await dropPast({ store, clock: fixedClock(NOW + 3_000 * DAY_MS) }, signal);
  t.ok(rest.dropped > 3, `${rest.dropped}`);
  t.same(await look(store), LEFT);
  t.same(
    await dropPast({ store, clock: fixedClock(NOW) }, signal),
    { dropped: 0, emptied: 0 },
    "nothing is left to do",
  );
  t.same(await look(store), LEFT);
});

t.test("a table that refuses its drops does not keep the others from theirs", async (t) => {
  const { store } = await startTestStore(t);
  const days = Array.from({ length: 80 }, (_, n) => n + 46);
  await store.insert(
    "signal_minute",
    days.map((n) => ({ at: ago(n) })),
    "m",
  );
  await store.insert("ticker", [{ at: ago(40) }, { at: ago(0) }], "t");
  await store.insert("candle", [{ interval_s: 60, open_at: NOW - HOUR_MS }], "c");
  const unable: Store = {
    ...store,
    command: async (sql) => {
      if (sql.includes("signal_minute")) throw new Error("no right");
      await store.command(sql);
    },
  };
  const sweep = dropPast({ store: unable, clock: fixedClock(NOW) }, signal);
  await t.rejects(sweep, /^not dropped: partition 2027\d+ of signal_minute: no right; /);
  t.same(await daysOf(store, "ticker"), ["2028-02-29"]);
  t.equal((await daysOf(store, "signal_minute")).length, days.length);
});

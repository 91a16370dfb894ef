// Signals end to end on a real engine and a real Redis: fired once, whatever dies in between.
import t from "tap";
import type { Deps } from "../../../jobs/deps.ts";
import { detectSignals, dueMinutes } from "../../../jobs/detect/detect.ts";
import { eventFrames } from "../../../jobs/event/build-events.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { replaySignals } from "../../../jobs/replay/replay-signals.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { buildTokenItems } from "../../../jobs/state/build-tokens.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { decodeFrame } from "../../../schema/frame.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { KEYS } from "../../../schema/key.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { valuesIn } from "../../support/api/values-in.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

/** Yesterday at noon: the rows of minutes are kept for some days only. */
const M0 = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 60 * MINUTE_MS;
const VENUES = ["binance", "bybit", "okx"];
const IDS = TRACKED.map(({ id }) => id);
/** Each falls one minute after the one before it. */
const FALLING = ["dogecoin", "cardano", "tron", "chainlink", "litecoin"];
const TOKENS = ["bitcoin", "ethereum", "solana", ...FALLING];

t.setTimeout(120_000);
const [opening, server] = await Promise.all([startTestStore(t), startTestRedis(t)]);
const store = askedOnce(opening.store);
let now = M0 + 25_000;
const opened = openTestDeps(server.url, { store, clock: { now: () => now } });
t.teardown(() => opened.close());
const { deps, redis } = opened;
const quiet = new AbortController().signal;

/** Minutes of calm prices for three venues, and 35 days of hours; `jump` moves a token from a minute on. */
const fill = async (): Promise<void> => {
  await fillCandles(60, 1_500, M0 + 60 * MINUTE_MS);
  await fillCandles(3_600, 840, M0);
};
async function fillCandles(seconds: number, count: number, last: number, storedAt = 0): Promise<void> {
  const tokens = TOKENS.map((token) => `'${token}'`).join(",");
  const venues = VENUES.map((venue) => `'${venue}'`).join(",");
  await store.command(`INSERT INTO candle (* EXCEPT (replaced_at))
SELECT token, venue, 'spot', concat(upper(token), 'USDT'), ${seconds}, fromUnixTimestamp64Milli(toInt64(open_ms), 'UTC'),
  p, p * 1.0002, p * 0.9998, p, 1000, 1000 * p, concat('sandbox:', venue), fromUnixTimestamp64Milli(toInt64(open_ms + ${seconds} * 1000 + 2000), 'UTC'),
  fromUnixTimestamp64Milli(toInt64(${storedAt}), 'UTC')
FROM (SELECT token, toInt64(${last}) - (number + 1) * ${seconds * 1_000} AS open_ms,
    100 * (1 + 0.002 * sin(number * ${seconds} / 9000)) *
      if(token = 'solana' AND open_ms + ${seconds * 1_000} >= ${M0}, 1.06, 1) *
      if(has([${FALLING.map((id) => `'${id}'`).join(",")}], token) AND open_ms + ${seconds * 1_000}
        >= ${M0} + ${MINUTE_MS} * indexOf([${FALLING.map((id) => `'${id}'`).join(",")}], token), 0.9, 1) AS p
  FROM numbers(${count}) ARRAY JOIN [${tokens}] AS token) AS walk ARRAY JOIN [${venues}] AS venue`);
}

await fill();

type Stored = { key: string; id: number; status: string; at: number; severity: number; details: string; token: string };
const signalsOf = (from: Store = store): Promise<Stored[]> =>
  from.query(
    {
      name: "test",
      sql: "SELECT key, id, status, toUnixTimestamp64Milli(signal.at) AS at, severity, details, token FROM signal FINAL WHERE replaced_at = 0 ORDER BY id",
    },
    {},
  ) as Promise<Stored[]>;
const bytes = async () => ({
  signals: JSON.stringify(await signalsOf()),
  state: await redis.get(KEYS.signalState),
  minutes: JSON.stringify(
    await store.query({ name: "test", sql: "SELECT at, outcome FROM signal_minute ORDER BY at, written_at" }, {}),
  ),
});

/**
 * Every place where a minute can be cut off: before its first write or after any. They follow one another with nothing
 * between that is written, so that who dies before one leaves what who died after the last one has left.
 */
const CUTS = [
  ["signal_minute", false],
  ["signal_minute", true],
  ["signal", true],
  ["signal_state", true],
  ["signal_evaluation", true],
] as const;

/** A store that dies at the insert into a table: before it, or when the rows are in but before anybody hears of it. */
const dying = (at: string, after: boolean): Store => ({
  ...store,
  async insert(table, rows, key) {
    if (table === at && !after) throw new Error("killed");
    await store.insert(table, rows, key);
    if (table === at) throw new Error("killed");
  },
});
/** Redis as a killed process leaves it: its lock runs out. */
const dieWith = async (given: Store, slot: number): Promise<void> => {
  const mortal: Deps = { ...deps, store: given };
  await t.rejects(detectSignals(mortal, slot, quiet), { message: "killed" });
  await redis.del(KEYS.lock("signal-detect"));
};

t.test("minutes that are due: the first one, the missing ones in order, and not more than the bound", async (t) => {
  t.same(dueMinutes(0, M0), { due: [M0], skipped: 0 });
  t.same(dueMinutes(M0, M0), { due: [], skipped: 0 });
  t.same(dueMinutes(M0 - 3 * MINUTE_MS, M0).due, [M0 - 2 * MINUTE_MS, M0 - MINUTE_MS, M0]);
  const late = dueMinutes(M0 - 60 * MINUTE_MS, M0);
  t.equal(late.due.length + late.skipped, 60);
  t.equal(late.due.at(-1), M0);
});

t.test("a move fires, is numbered from one, and its price is the state's price of that minute", async (t) => {
  const done = await detectSignals(deps, M0, quiet);
  t.equal(done.minutes, 1);
  const stored = await signalsOf();
  const [move] = stored.filter(({ key }) => key.startsWith("solana~price_move"));
  t.ok(move, JSON.stringify(stored.map(({ key }) => key)));
  t.same(
    stored.map(({ id }) => id),
    stored.map((_, index) => index + 1),
  );
  t.ok(
    stored.every(({ token }) => token === "solana"),
    "nothing else moved",
  );
  const facts = await loadFacts(store, { asOf: now, tokens: IDS, market: "sandbox" });
  const { sections } = buildState(facts, "solana");
  const details = JSON.parse(move?.details ?? "{}");
  t.equal(details.price_usd, sections.market.price_usd);
  t.equal(details.escalates, null);
  t.match(details.sources, [{ provider: "sandbox:binance", endpoint: "candle" }]);
});

t.test("the same minute again changes nothing", async (t) => {
  const before = await bytes();
  t.equal((await detectSignals(deps, M0, quiet)).minutes, 0);
  t.same(await bytes(), before);
});

t.test(
  "killed before or after any write of a minute, the next run has each signal once under the same number",
  async (t) => {
    let slot = M0;
    const seen = new Map<string, number>();
    for (const { key, id } of await signalsOf()) seen.set(key, id);
    for (const [table, after] of CUTS) {
      slot += MINUTE_MS;
      now = slot + 25_000;
      await dieWith(dying(table, after), slot);
      await detectSignals(deps, slot, quiet);
      const stored = await signalsOf();
      t.equal(new Set(stored.map(({ id }) => id)).size, stored.length, "no number twice");
      t.equal(new Set(stored.map(({ key }) => key)).size, stored.length, "no key twice");
      for (const { key, id } of stored) {
        t.equal(seen.get(key) ?? id, id, key);
        seen.set(key, id);
      }
      const minutes = (await store.query(
        {
          name: "test",
          sql: "SELECT count() AS n, uniqExact(signal_minute.at) AS u, max(toUnixTimestamp64Milli(signal_minute.at)) AS last FROM signal_minute",
        },
        {},
      )) as { n: number; u: number; last: number }[];
      t.same(minutes[0], { n: minutes[0]?.u, u: (slot - M0) / MINUTE_MS + 1, last: slot });
    }
    for (const [index, token] of FALLING.entries()) {
      const falls = [...seen.keys()].filter((key) => key.startsWith(`${token}~price_move`));
      t.same(falls, [`${token}~price_move~bearish~${M0 + (index + 1) * MINUTE_MS}`]);
    }
  },
);

t.test("a lost Redis gives the same state back from ClickHouse", async (t) => {
  const before = await bytes();
  await redis.flushall();
  t.equal((await detectSignals(deps, now - 25_000, quiet)).minutes, 0);
  t.same(await bytes(), before);
});

t.test("minutes missed are made up for in order; a lock that is held is respected", async (t) => {
  const last = now - 25_000;
  now = last + 2 * MINUTE_MS + 25_000;
  await redis.set(KEYS.lock("signal-detect"), "another", "PX", 10_000);
  t.equal((await detectSignals(deps, last + 2 * MINUTE_MS, quiet)).minutes, 0);
  await redis.del(KEYS.lock("signal-detect"));
  t.equal((await detectSignals(deps, last + 2 * MINUTE_MS, quiet)).minutes, 2);
});

t.test("what is stored shows in state, tokens, history and market", async (t) => {
  const facts = await loadFacts(store, { asOf: now, tokens: IDS, market: "sandbox" });
  const states = new Map(IDS.map((id) => [id, buildState(facts, id)]));
  const stored = await signalsOf();
  const open = stored.filter(({ token, status }) => token === "solana" && status === "open");
  const section = states.get("solana")?.sections.signals;
  t.same(Array.isArray(section?.open) && section.open.map(({ id }) => id).sort(), open.map(({ id }) => id).sort());
  t.equal(section?.as_of, new Date(now - 25_000).toISOString());
  t.match(section?.counts_24h, { price_move: 1 });
  t.ok((section?.coverage.expected ?? 0) > (section?.coverage.assessed ?? 0), "rules that could not be judged count");
  const item = buildTokenItems(states, new Map()).find(({ id }) => id === "solana");
  t.equal(item?.open_signals_count, open.length);
  t.same(item?.open_signals.map(({ id }) => id).sort(), open.map(({ id }) => id).sort());
  t.equal(states.get("ripple")?.sections.signals.open, "unassessed", "no rule of it could be judged");
  const market = buildMarket({ asOf: now, states, facts, chainHeads: [] }).sections.events;
  t.equal(Array.isArray(market.events) && market.events.length, stored.length);
  const frames = await eventFrames({ store, redis, asOf: now, tokens: ["solana"] });
  const told = valuesIn(decodeFrame(frames[0]?.frame ?? Buffer.alloc(0))?.parts.get("rows"));
  t.equal(told.length, stored.filter(({ token }) => token === "solana").length);
  t.match(told[0], { kind: "signal", data: { token: "solana" } });
});

t.test(
  "an outage is silence: no candle for half an hour fires nothing and resolves nothing, and is counted",
  async (t) => {
    const before = await signalsOf();
    now = M0 + 60 * MINUTE_MS + 40 * MINUTE_MS + 25_000;
    const done = await detectSignals(deps, now - 25_000, quiet);
    t.equal(done.fired, 0);
    const after = await signalsOf();
    const expired = (one: Stored) => one.status === "expired";
    t.same(
      after.filter((one) => !expired(one)).map(({ key, status }) => ({ key, status })),
      before
        .filter((one) => !after.some((other) => other.key === one.key && expired(other)))
        .map(({ key, status }) => ({ key, status })),
    );
    const [row] = (await store.query(
      {
        name: "test",
        sql: "SELECT evaluated_count, not_evaluated_count FROM signal_evaluation FINAL WHERE kind = 'price_move' ORDER BY signal_evaluation.at DESC LIMIT 1",
      },
      {},
    )) as { evaluated_count: number; not_evaluated_count: number }[];
    t.same(row, { evaluated_count: 0, not_evaluated_count: IDS.length });
  },
);

t.test("minutes that are made up for count what was stored since", async (t) => {
  const from = now - 25_000;
  now += 2 * MINUTE_MS;
  await fillCandles(60, 60, from + 2 * MINUTE_MS, now);
  t.equal((await detectSignals(deps, now - 25_000, quiet)).minutes, 2);
  const sql = `SELECT evaluated_count AS count FROM signal_evaluation AS e FINAL
    WHERE kind = 'price_move' AND e.at > fromUnixTimestamp64Milli(${from}) ORDER BY e.at`;
  const rows = await store.query<object, { count: number }>({ name: "test", sql }, {});
  t.same(
    rows.map(({ count }) => count),
    rows.map(() => TOKENS.length),
  );
});

t.test("every signal is judged again row by row from what is kept of its minutes", async (t) => {
  const stored = await signalsOf();
  const replayed = await replaySignals(store, [...stored.map(({ id }) => id), 999_999]);
  t.same(
    replayed.map(({ result, members }) => [result, ...members].join(" ")),
    [...stored.map(() => "identical"), "not_found"],
  );
  const others = { ...store, query: async (query: Asked, params: object) => altered(await store.query(query, params)) };
  const [differing] = await replaySignals(others as unknown as Store, [stored[0]?.id ?? 0]);
  t.equal(differing?.result, "differs");
  t.match(differing?.members[0], /\/value$/, "a row that the rules do not make names what differs");
});

type Asked = Parameters<Store["query"]>[0];
const altered = (rows: readonly unknown[]): unknown[] =>
  rows.map((row) => (typeof row === "object" && row !== null && "ratio" in row ? { ...row, value: 1 } : row));

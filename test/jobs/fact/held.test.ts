// What is held between builds: facts are the same as read anew, and are read anew when they can have changed.
import t from "tap";
import { SOURCES } from "../../../ingest/sources.ts";
import type { Facts } from "../../../jobs/fact/fact.ts";
import { type HeldFacts, withHeld } from "../../../jobs/fact/held.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { loadIdentity } from "../../../jobs/fact/load-identity.ts";
import { joinCall } from "../../../jobs/fact/read-calls.ts";
import { callBehind } from "../../../jobs/state/cite.ts";
import type { SourceCallRow } from "../../../schema/dataset/service/source-call.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import type { Query } from "../../../schema/query/query.ts";
import type { CallLatestRow } from "../../../schema/query/service/call-latest.ts";
import { spotHour } from "../../../schema/query/trade/spot-hour.ts";
import { BASE } from "../../support/base.ts";
import { startTestStore } from "../../support/store.ts";

/** What hangs on the instant itself, and what no source stores. */
const ALWAYS = ["call-latest", "liquidation-sum", "signal-minute-latest", "signal-shown", "transfer-sum"];
const hour = 3_600_000;
/** Recent, since old tickers leave the store; far from the edges of its minute and hour. */
const AS_OF = Math.floor(BASE / hour) * hour - hour + 34 * 60_000 + 10_000;
const TOKENS = ["bitcoin", "ethereum"];

const ticker = (at: number, price: number) => ({
  token: "bitcoin",
  venue: "binance",
  market: "spot",
  symbol: "BTCUSDT",
  at,
  price,
  bid: null,
  ask: null,
  high_24h: price,
  low_24h: price,
  volume_24h_native: 1,
  volume_24h_usd: price,
  provider: "sandbox:binance",
  retrieved_at: at,
});

/** The call that such a row came with. */
const tickerCall = (at: number): SourceCallRow => ({
  ...{
    id: "1",
    provider: "sandbox:binance",
    source: "binance-ticker",
    endpoint: "binance.tickers",
    token: "",
    url: "",
  },
  ...{ requested_at: at - 50, responded_at: at, outcome: "ok", http_status: 200, bytes: 1, rows: 1 },
  ...{ raw_sha256: "a".repeat(64), latency_ms: 50, parts: [], method: "GET" },
});

/** The real store, and which queries it was asked. */
function watch(store: Store) {
  const asked: string[] = [];
  const query = <P extends object, R>(one: Query<P, R>, params: P) => {
    asked.push(one.name);
    return store.query(one, params);
  };
  return { store: { ...store, query }, take: () => asked.splice(0) };
}

t.test("held facts", async (t) => {
  const { store } = await startTestStore(t);
  const watched = watch(store);
  const rows: HeldFacts["rows"] = new Map();
  const load = (asOf: number, counts: Record<string, string> = {}) =>
    loadFacts(
      watched.store,
      { asOf, tokens: TOKENS, market: "sandbox" },
      { rows, counts, known: asOf, older: new Map() },
    );
  const anew = (asOf: number) => loadFacts(store, { asOf, tokens: TOKENS, market: "sandbox" });
  await store.insert("source_call", [tickerCall(AS_OF - 5_000)], "first");
  await store.insert("ticker", [ticker(AS_OF - 5_000, 100)], "first");

  await t.test(
    "nothing stored and no window moved: only what hangs on the instant itself is asked again",
    async (t) => {
      t.strictSame(await load(AS_OF), await anew(AS_OF));
      t.ok(watched.take().includes("ticker-latest"));
      t.strictSame(await load(AS_OF + 1_000), await anew(AS_OF + 1_000));
      // Calls of the last seconds may still be written.
      t.strictSame(watched.take().sort(), [...ALWAYS, "call-behind"].sort());
    },
  );

  await t.test("a source that stored rows has its datasets read again, and no other", async (t) => {
    await store.insert("source_call", [tickerCall(AS_OF + 1_500)], "second");
    await store.insert("ticker", [ticker(AS_OF + 1_500, 101)], "second");
    const facts = await load(AS_OF + 2_000, { "binance-ticker": "1" });
    t.equal(facts.tokens.get("bitcoin")?.tickers[0]?.price, 101);
    t.strictSame(facts, await anew(AS_OF + 2_000));
    t.strictSame(watched.take().sort(), [...ALWAYS, "ticker-latest", "call-behind"].sort());
  });

  await t.test(
    "windows that move by the minute are read again in the next minute, those by the hour are not",
    async (t) => {
      await load(AS_OF + 60_000, { "binance-ticker": "1" });
      const asked = watched.take();
      t.ok(asked.includes("book-latest"));
      t.notOk(asked.includes("spot-hour"));
    },
  );

  await t.test(
    "newest rows that were read twice since any came stay so for minutes, but not for minutes judged late",
    async (t) => {
      const counts = { "binance-ticker": "1" };
      t.strictSame(await load(AS_OF + 120_000, counts), await anew(AS_OF + 120_000));
      const asked = watched.take();
      t.notOk(asked.includes("ticker-latest"));
      t.ok(asked.includes("book-latest"), "windows within the day are read again");
      const late = { rows, counts, known: AS_OF + 600_000, older: new Map() };
      await loadFacts(watched.store, { asOf: AS_OF + 180_000, tokens: TOKENS, market: "sandbox" }, late);
      t.ok(watched.take().includes("ticker-latest"));
      await load(AS_OF + 360_000, counts);
      t.ok(watched.take().includes("ticker-latest"), "and for five minutes at most");
    },
  );

  await t.test(
    "what is being filled is read again soon after the first answer, and then less and less often",
    async (t) => {
      const hourly = Object.values(SOURCES).find(
        (one) => one.kind === "grid" && one.market === "spot" && one.intervalS === 3_600,
      );
      const held: HeldFacts["rows"] = new Map();
      const readAt: number[] = [];
      for (let at = 0; at <= 280_000; at += 20_000) {
        const counts = { [hourly?.id ?? ""]: String(at) };
        const known = { known: AS_OF + at, older: new Map() };
        await withHeld(watched.store, { rows: held, counts, ...known }).query(spotHour, {
          asOf: AS_OF + at,
          tokens: TOKENS,
        });
        if (watched.take().includes("spot-hour")) readAt.push(at / 1_000);
      }
      t.strictSame(readAt, [0, 20, 40, 80, 160, 260]);
    },
  );

  await t.test("an earlier instant is never answered from a later one", async (t) => {
    t.strictSame(await load(AS_OF - 1_000, { "binance-ticker": "1" }), await anew(AS_OF - 1_000));
  });
});

t.test("what an answer of before stands for is read again as it was, whatever was stored since", async (t) => {
  const { store } = await startTestStore(t);
  const rows: HeldFacts["rows"] = new Map();
  const about = { tokens: TOKENS, market: "sandbox" as const };
  /** What a build reads at an instant, and what is read again of it from the store alone. */
  const both = async (asOf: number) => {
    const older: HeldFacts["older"] = new Map();
    const live = await loadFacts(store, { ...about, asOf }, { rows, counts: {}, known: asOf, older });
    return { live, again: () => loadFacts(store, { ...about, asOf, known: asOf, older }) };
  };
  const bring = (call: Partial<SourceCallRow>, at: number, stored_at: number) =>
    store.insert("source_call", [{ ...tickerCall(at), ...call }], `${at} ${call.id}`, { stored_at });
  const quarter = AS_OF - 4 * 60_000 - 10_000;
  // Two hours before a span of calls that is settled at five past and not yet at a quarter past.
  await bring({ id: "0", source: "binance-funding" }, quarter - 119 * 60_000, quarter - 119 * 60_000);
  const first = await both(quarter + 5 * 60_000);
  const second = await both(quarter + 12 * 60_000);
  for (const { live, again } of [first, second]) t.strictSame((await again()).calls, live.calls);

  const at = quarter + 12 * 60_000;
  await bring({ id: "2" }, at + 1_000, at + 1_500);
  await store.insert("ticker", [ticker(at + 1_000, 100)], "first", { stored_at: at + 1_600 });
  const cited = {
    dataset: "ticker" as const,
    provider: "sandbox:binance",
    venue: "binance",
    at,
    retrievedAt: at + 1_000,
  };
  const callOf = ({ behind }: Facts) => callBehind(behind, cited)?.id;
  rows.clear();
  const before = await both(at + 20_000);
  t.equal(callOf(before.live), "2");
  await bring({ id: "1" }, at + 1_000, at + 25_000);
  const after = await both(at + 40_000);
  t.equal(callOf(after.live), "2");
  t.equal(callOf(await after.again()), "2", "a call of the same instant that was stored later has not brought the row");
});

t.test("two spans of calls join to what one query over both says", (t) => {
  const call = (given: Partial<CallLatestRow>): CallLatestRow => ({
    provider: "sandbox:okx",
    source: "okx-ticker",
    token: "",
    endpoint: "okx.tickers",
    first_at: 10,
    last_outcome: "ok",
    last_at: 20,
    ok_at: 20,
    kept_at: 20,
    ...given,
  });
  const early = call({});
  const failed = call({
    first_at: 30,
    last_at: 40,
    last_outcome: "timeout",
    ok_at: 0,
    kept_at: 0,
  });
  t.strictSame(joinCall(early, failed), { ...early, last_at: 40, last_outcome: "timeout" });
  const good = call({ first_at: 30, last_at: 40, ok_at: 40, kept_at: 40 });
  t.strictSame(joinCall(early, good), { ...good, first_at: 10 });
  t.end();
});

t.test("who a token is counts as known by an instant only where it was asked so", async (t) => {
  const { store } = await startTestStore(t);
  const request = { asOf: AS_OF, market: "sandbox" as const, tokens: TOKENS };
  t.equal((await loadIdentity(store, request)).known, undefined);
  t.equal((await loadIdentity(store, { ...request, known: AS_OF - 500 })).known, AS_OF - 500);
  t.equal((await loadIdentity(store, { ...request, known: AS_OF })).known, AS_OF - 500, "an earlier one serves");
});

t.test("a new service's first list of coins is told at once, and again as it was told", async (t) => {
  const { store } = await startTestStore(t);
  const request = { asOf: AS_OF, market: "sandbox" as const, tokens: TOKENS };
  const at = (asOf: number) => ({ ...request, asOf, known: asOf, counted: "1" });
  const namesOf = async (asked: Promise<{ readonly rows: { readonly identities: readonly { token: string }[] } }>) =>
    (await asked).rows.identities.map(({ token }) => token);
  t.same(await namesOf(loadIdentity(store, at(AS_OF))), []);
  const read = { provider: "sandbox:coingecko", at: AS_OF + 1_000, retrieved_at: AS_OF + 1_000 };
  const names = { symbol: "BTC", symbol_key: "btc", name: "Bitcoin", name_raw: "Bitcoin", contracts: {} };
  const row = { ...read, ...names, token: "bitcoin", status: "listed", digest: "d" };
  await store.insert("coin", [{ ...row, stored_at: AS_OF + 1_500 }], "first");
  const counts = { "coingecko-coin": "1" };
  const held = { rows: new Map(), counts, known: AS_OF + 2_000, older: new Map() };
  const told = await loadFacts(store, { ...request, asOf: AS_OF + 2_000 }, held);
  t.equal(told.tokens.get("bitcoin")?.identity?.read_at, AS_OF + 1_000, "within the minute it came in");
  t.same(held.older, new Map());

  // Within the minute the answer of before serves; whoever makes it again is told what it was asked with.
  const more = { ...row, token: "ethereum", symbol: "ETH", symbol_key: "eth", at: AS_OF + 2_500 };
  await store.insert("coin", [{ ...more, stored_at: AS_OF + 2_500 }], "second");
  const next = { rows: new Map(), counts, known: AS_OF + 3_000, older: new Map() };
  const later = await loadFacts(store, { ...request, asOf: AS_OF + 3_000 }, next);
  const { older } = next;
  t.same([...older], [["coin-identity", { asOf: AS_OF + 2_000, known: AS_OF + 2_000 }]]);
  const again = await loadFacts(store, { ...request, asOf: AS_OF + 3_000, known: AS_OF + 3_000, older });
  t.strictSame(again.tokens.get("ethereum")?.identity, later.tokens.get("ethereum")?.identity);
  t.strictSame(again.tokens.get("bitcoin")?.identity, told.tokens.get("bitcoin")?.identity);
  t.same(
    await namesOf(loadIdentity(store, at(AS_OF + 500))),
    [],
    "an earlier instant is not answered from a later one",
  );
  t.same(await namesOf(loadIdentity(store, at(AS_OF + 60_000))), TOKENS);
});

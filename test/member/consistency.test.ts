// One snapshot's price, open interest, funding and net flow are the same wherever the app tells them, in signals too.
import t from "tap";
import { issueBrief } from "../../jobs/brief/issue-brief.ts";
import { detectSignals } from "../../jobs/detect/detect.ts";
import { buildEvents } from "../../jobs/event/build-events.ts";
import { buildHistory } from "../../jobs/snapshot/build-history.ts";
import { buildLive } from "../../jobs/snapshot/build-live.ts";
import { DAY_MS, QUARTER_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { KEYS } from "../../schema/key.ts";
import { originOf } from "../../schema/link.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { ask, startTestApi } from "../support/api/api.ts";
import { askedOnce } from "../support/asked-once.ts";
import { BASE } from "../support/base.ts";
import { openTestDeps } from "../support/deps.ts";
import { startTestRedis } from "../support/redis.ts";
import { draftBrief } from "../support/rows/brief.ts";
import { fillMarket } from "../support/rows/market-rows.ts";
import { startTestStore } from "../support/store.ts";

t.setTimeout(180_000);
/** A quarter past begins with this minute: the last bucket of each series holds the newest row alone. */
const quarter = Math.floor(BASE / QUARTER_MS) * QUARTER_MS - 4 * QUARTER_MS;
/** Never in a quarter in which a rate is settled: that is final there, while the state tells the running one. */
const AS_OF = (quarter % (16 * QUARTER_MS) === 0 ? quarter - QUARTER_MS : quarter) + 80_000;
const IDS = TRACKED.map(({ id }) => id);
const SHOWN = IDS.slice(0, 2);

type Row = readonly unknown[];
type Sections = Record<string, Record<string, unknown>>;
type Item = { id: string; price_usd: number; change_24h_pct: number; market_cap_usd: number; volume_24h_usd: number };
type Ranked = { token: string; value: number };
type SignalRow = { id: number; kind: string; value: number; details: Record<string, unknown> };

/** The newest readings of bitcoin again, later and far off what they were: its rules fire. */
async function shock(store: Store): Promise<void> {
  const again = (table: string, changed: string, where: string) =>
    store.command(`INSERT INTO ${table} SELECT * REPLACE (${changed}, retrieved_at + INTERVAL 2 MINUTE AS retrieved_at) FROM ${table}
      WHERE token = 'bitcoin' AND ${where}`);
  const since = (column: string, minutes: number) =>
    `toUnixTimestamp64Milli(${column}) > ${AS_OF - minutes * 60_000} AND toUnixTimestamp64Milli(${column}) <= ${AS_OF}`;
  await again("candle", "close * 1.06 AS close, high * 1.06 AS high", `interval_s = 60 AND ${since("open_at", 10)}`);
  await again("open_interest", "open_interest_usd * 1.2 AS open_interest_usd", since("at", 20));
  await again("funding", "0.0012 AS rate", `kind = 'current' AND ${since("at", 40)}`);
}

t.test("tokens, state, market and history tell the same numbers of one build", async (t) => {
  const store = askedOnce((await startTestStore(t)).store);
  const rows = { asOf: AS_OF, tokens: IDS, minuteDays: 2, deepTokens: 2, bookMinutes: 2, fundingDays: 3, levels: 5 };
  await fillMarket(store, rows);
  await shock(store);
  const { url } = await startTestRedis(t);
  const clock: Clock = { now: () => AS_OF };
  const { deps, close } = openTestDeps(url, { store, clock });
  t.teardown(close);
  const { signal } = new AbortController();
  await issueBrief(deps, draftBrief(7, AS_OF - 1_000), []);
  await buildLive(deps, AS_OF, signal);
  const minute = Math.floor(AS_OF / 60_000) * 60_000;
  t.match(await detectSignals(deps, minute, signal), { minutes: 1 });
  // What a process read once it does not read again at the same instant: the second build is another's. Where the clock
  // stands still, each insert bears an instant later than the one before.
  const later = AS_OF + 100;
  const other = openTestDeps(url, { store, clock: { now: () => later } });
  t.teardown(other.close);
  await other.redis.zadd(KEYS.insertsInFlight, later, "one that is under way");
  await buildLive(other.deps, later, signal);
  const builds = `SELECT toUnixTimestamp64Milli(version) AS version, toUnixTimestamp64Milli(known) AS known, tokens
    FROM build ORDER BY version`;
  t.same(
    await store.query({ name: "test", sql: builds }, {}),
    [
      { version: AS_OF, known: AS_OF, tokens: TRACKED.length },
      { version: later, known: later - 1, tokens: TRACKED.length },
    ],
    "each left its row, with what was stored before it read",
  );
  await buildHistory(deps, AS_OF, { tokens: SHOWN }, signal);
  await buildEvents({ store, redis: deps.redis, asOf: AS_OF, tokens: SHOWN, origin: originOf(deps.env) });
  const { app } = await startTestApi(t, AS_OF, new Map(), store, url);
  const read = async (target: string) => {
    const { status, body } = await ask(t, app, target);
    t.equal(status, 200, target);
    return (body as { data: Record<string, unknown> }).data;
  };

  t.test("the token list names the sources of what it shows", async (t) => {
    const { body } = await ask(t, app, "/v1/tokens?limit=250");
    const sources = body.sources as { id: string; provider: string }[];
    t.ok(sources.length > 3 && sources.every(({ provider }) => provider.startsWith("sandbox:")));
    t.same(
      sources.map(({ id }) => id),
      sources.map((_, at) => `S${at + 1}`),
    );
  });

  const { tokens } = (await read("/v1/tokens?limit=250")) as { tokens: Item[] };
  const market = (await read("/v1/market")) as Sections;
  const states = new Map<string, Sections>();
  for (const id of IDS) states.set(id, (await read(`/v1/state/${id}`)) as Sections);
  const member = (id: string, section: string, name: string) => states.get(id)?.[section]?.[name];

  t.test("the token list shows the members of the states", (t) => {
    for (const item of tokens) {
      for (const name of ["price_usd", "change_24h_pct", "market_cap_usd", "volume_24h_usd"] as const)
        t.equal(item[name], member(item.id, "market", name), `${item.id} ${name}`);
    }
    t.end();
  });

  t.test("rankings, flows and leaders show the members of the states", (t) => {
    const pairs = {
      gainers_24h: ["market", "change_24h_pct"],
      losers_24h: ["market", "change_24h_pct"],
      volume_ratio_1h: ["market", "volume_ratio_1h"],
      oi_change_4h: ["derivatives", "oi_change_4h_pct"],
      funding_highest: ["derivatives", "funding_8h_pct"],
      funding_lowest: ["derivatives", "funding_8h_pct"],
      netflow_in_24h: ["onchain", "exchange_netflow_24h_usd"],
      netflow_out_24h: ["onchain", "exchange_netflow_24h_usd"],
      volatility_24h: ["market", "realized_vol_24h_pct"],
    } as const;
    for (const [ranking, [section, name]] of Object.entries(pairs)) {
      const shown = market.rankings?.[ranking];
      t.ok(Array.isArray(shown), `${ranking} is measured`);
      for (const { token, value } of shown as Ranked[])
        t.equal(value, member(token, section, name), `${ranking} ${token}`);
    }
    const netflow = market.flows?.exchange_netflow_24h_usd as { btc: unknown } | undefined;
    t.equal(netflow?.btc, member("bitcoin", "onchain", "exchange_netflow_24h_usd"));
    t.equal(market.overview?.regime, member("bitcoin", "context", "regime"));
    t.end();
  });

  for (const id of SHOWN) {
    t.test(`the last rows of the history of ${id} are what its state shows`, async (t) => {
      const series = "price,open_interest,funding";
      const data = await read(`/v1/history/${id}?resolution=15m&series=${series}`);
      const told = data.series as Record<string, { rows: Row[] }>;
      const last = (of: string) => {
        const all = told[of]?.rows ?? [];
        return all.filter((row) => row[0] === all.at(-1)?.[0]);
      };
      t.equal(last("price")[0]?.[1], member(id, "market", "price_usd"), "price");
      const venues = member(id, "derivatives", "funding_venues") as Record<string, unknown>[];
      for (const [, venue, interest] of last("open_interest")) {
        const mine = venues.find((one) => one.venue === venue);
        if (mine && mine.open_interest_usd !== "unassessed")
          t.equal(interest, mine.open_interest_usd, `${venue} interest`);
      }
      for (const [, venue, rate, hours, rate8h] of last("funding")) {
        const mine = venues.find((one) => one.venue === venue);
        t.match(mine, { rate_pct: rate, interval_hours: hours, rate_8h_pct: rate8h }, `${venue} funding`);
      }
      t.ok(last("open_interest").length > 0 && last("funding").length > 0);
    });
  }

  t.test("a day of net flow windows adds up to the state's net flow", async (t) => {
    const since = new Date(AS_OF - 2 * DAY_MS).toISOString();
    const data = await read(`/v1/history/bitcoin?resolution=15m&series=exchange_netflow&since=${since}`);
    const { rows } = (data.series as Record<string, { rows: [string, string, ...number[]][] }>).exchange_netflow ?? {};
    const ends = (rows ?? []).map(([t]) => Date.parse(t) + 900_000);
    const day = (rows ?? []).filter((_, at) => (ends[at] ?? 0) > Math.max(...ends) - DAY_MS);
    const sum = (cell: number) => Number(day.reduce((all, row) => all + (row[cell] as number), 0).toFixed(2));
    t.equal(day.length, 2 * 96, "two exchanges, every window");
    t.equal(sum(2), member("bitcoin", "onchain", "exchange_netflow_24h_usd"));
    t.equal(sum(3), member("bitcoin", "onchain", "exchange_inflow_24h_usd"));
    t.equal(sum(4), member("bitcoin", "onchain", "exchange_outflow_24h_usd"));
  });

  t.test("the last brief is the same in the state, the token list and the history", async (t) => {
    const { id, headline, direction, severity, url, created_at } = states.get("bitcoin")?.brief ?? {};
    t.match({ id, url }, { id: 7, url: `${originOf(deps.env)}/v1/explain/bitcoin/7` });
    const item = tokens.find((one) => one.id === "bitcoin") as unknown as { latest_headline: object };
    t.match(item.latest_headline, { text: headline, kind: "brief", url, at: created_at, brief_id: id });
    const history = await read("/v1/history/bitcoin?series=price");
    const past = (history.events as { kind: string; at: string; data: object }[]).filter((one) => one.kind === "brief");
    t.strictSame(
      past.map(({ at, data }) => ({ at, data })),
      [{ at: created_at, data: { id, headline, direction, severity, url } }],
    );
    t.equal(member("ethereum", "brief", "id"), null);
  });

  t.test("signals of the minute carry the numbers of the state, wherever they are shown", async (t) => {
    const open = states.get("bitcoin")?.signals?.open as unknown as SignalRow[];
    const price = member("bitcoin", "market", "price_usd");
    const told = {
      price_move: ["market", "change_1h_pct"],
      funding_extreme: ["derivatives", "funding_8h_pct"],
      oi_surge: ["derivatives", "oi_change_1h_pct"],
    } as const;
    for (const [kind, [section, name]] of Object.entries(told)) {
      const mine = open.find((one) => one.kind === kind);
      t.equal(mine?.value, member("bitcoin", section, name), `${kind} is ${section}.${name}`);
      t.equal(mine?.details.price_usd, price, `${kind} at the price`);
    }
    const ids = open.map(({ id }) => id).sort();
    const item = tokens.find(({ id }) => id === "bitcoin") as unknown as { open_signals: SignalRow[] };
    t.same(item.open_signals.map(({ id }) => id).sort(), ids, "the token list");
    const events = market.events?.events as { kind: string; token: string }[];
    t.equal(events.filter((one) => one.kind === "signal" && one.token === "bitcoin").length, ids.length, "the market");
    const history = await read("/v1/history/bitcoin?series=price");
    const past = (history.events as { kind: string; data: SignalRow }[]).flatMap((e) =>
      e.kind === "signal" ? e.data : [],
    );
    t.same(past.map(({ id }) => id).sort(), ids, "the history");
    for (const one of past)
      t.match(
        open.find(({ id }) => id === one.id),
        one,
      );
  });
});

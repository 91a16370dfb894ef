// Builds are made again from the store alone, byte for byte, whatever was corrected or stored since.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import t from "tap";
import { openWriter } from "../../../ingest/run/writer.ts";
import { commitMinute } from "../../../jobs/detect/ledger.ts";
import { marketAt, readPast, stateAt } from "../../../jobs/past/past-state.ts";
import { codeVersion } from "../../../jobs/proof/code-version.ts";
import { keepIssued } from "../../../jobs/proof/keep-issued.ts";
import { seal } from "../../../jobs/proof/seal.ts";
import { rebuild, replayBuilds } from "../../../jobs/replay/replay-builds.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import type { TableName } from "../../../schema/dataset/index.ts";
import { orderBook } from "../../../schema/dataset/trade/order-book.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { decodeFrame } from "../../../schema/frame.ts";
import { openStore, type Store } from "../../../schema/io/clickhouse.ts";
import { tellInsert } from "../../../schema/io/in-flight.ts";
import { whileAlone } from "../../../schema/io/lock.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { buildKnown } from "../../../schema/query/service/build-known.ts";
import { SECTION_IDS } from "../../../schema/section/index.ts";
import type { SectionBase } from "../../../schema/shape/section-base.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { programArgs } from "../../../scripts/program.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { draftBrief } from "../../support/rows/brief.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { startTestStore } from "../../support/store.ts";

t.setTimeout(180_000);
const run = promisify(execFile);
/** Within one hour, far from its edges: what may rest does. */
const AS_OF = Math.floor(BASE / 3_600_000) * 3_600_000 + 20 * MINUTE_MS + 30_000;
const IDS = TRACKED.map(({ id }) => id);
/** The others have no rows: their states say so. */
const FILLED = IDS.slice(0, 2);

type Row = Readonly<Record<string, unknown>>;

/** The newest rows of a table as they are received. */
const newest = (store: Store, table: string, times: readonly string[], where: string) => {
  const inMs = ["retrieved_at", ...times].map((name) => `toUnixTimestamp64Milli(${name}) AS ${name}`);
  const sql = `SELECT * EXCEPT (stored_at, replaced_at) REPLACE (${inMs.join(", ")}) FROM ${table} FINAL WHERE ${where}`;
  return store.query<object, Row>({ name: "test", sql }, {});
};

t.test("builds made again from the store alone are those that were published", async (t) => {
  const { store: plain, engine } = await startTestStore(t);
  const store = askedOnce(plain);
  const { url } = await startTestRedis(t);
  await fillMarket(store, {
    ...{ asOf: AS_OF, tokens: FILLED, minuteDays: 1, deepTokens: 2, bookMinutes: 2, fundingDays: 3, levels: 5 },
  });
  let now = AS_OF;
  const clock = { now: () => now };
  const { deps, close } = openTestDeps(url, { store, clock });
  t.teardown(close);
  const { signal } = new AbortController();

  /** Stores rows as a run does; `source` is whose they are. */
  const write = async (table: TableName, rows: readonly Row[], source: string) => {
    const writer = openWriter({
      ...{ store, table, key: `${source}~${now}`, before: async () => undefined },
      alone: (work) => whileAlone(deps, `replace~${table}`, work),
      tell: (insert) => tellInsert({ redis: deps.redis, clock, random: systemRandom }, source, insert),
    });
    await writer.add(rows, { order: 0 });
    await writer.flush();
  };
  const corrected = async (table: string, times: readonly string[], where: string, change: (row: Row) => Row) =>
    (await newest(store, table, times, where)).map((row) => ({ ...row, ...change(row), retrieved_at: now - 500 }));
  const factor = (row: Row, ...names: string[]): Row =>
    Object.fromEntries(names.map((name) => [name, Number(row[name]) * 1.07]));

  const published = new Map<number, ReadonlyMap<string, Buffer>>();
  const markets = new Map<number, Buffer | null>();
  const build = async () => {
    await buildLive(deps, now, signal);
    const frames = await deps.redis.mgetBuffer(IDS.map((id) => KEYS.snapshot(SNAPSHOTS.state(id))));
    published.set(now, new Map(IDS.map((id, index) => [id, frames[index] as Buffer])));
    markets.set(now, await deps.redis.getBuffer(KEYS.snapshot(SNAPSHOTS.market)));
  };

  /** What the rules made of a minute is written some seconds after it ended. */
  const judge = async (status: "open" | "resolved") => {
    const at = Math.floor(now / MINUTE_MS) * MINUTE_MS - (status === "open" ? MINUTE_MS : 0);
    const fired = Math.floor(AS_OF / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
    const about = { token: FILLED[0] ?? "", at: fired, key: "one", id: 1, kind: "price_move", direction: "bullish" };
    const told = { severity: 2, value: 3.25, ratio: 1.1, details: '{"sources":[]}', rules: "sig-1", changed_at: at };
    const closed = { status, expires_at: fired + DAY_MS, closed_at: status === "open" ? null : at };
    const row = { at, read_at: at, last_id: 1, skipped_count: 0 };
    const coverage = JSON.stringify({ [FILLED[0] ?? ""]: [3, status === "open" ? 2 : 1, null, {}] });
    const written = { signals: [{ ...about, ...told, ...closed }], evaluations: [], states: [] };
    t.ok(await commitMinute(deps, { ...row, coverage }, written));
  };
  /** A call that was answered at an instant and is stored now. */
  const hear = (provider: string, at: number) => {
    const about = { id: `${provider}${at}`, provider: `sandbox:${provider}`, source: `${provider}-ticker` };
    const answer = { requested_at: at - 100, responded_at: at, outcome: "timeout", endpoint: "x" };
    return tellInsert(deps, null, (storedAt) =>
      store.insert("source_call", [{ ...about, ...answer }], about.id, { stored_at: storedAt }),
    );
  };

  await build();
  now += 5_000;
  await judge("open");
  await hear("binance", now - 40_000);
  await tellInsert(deps, null, (storedAt) =>
    keepIssued(store, [seal("brief", { ...draftBrief(1, now - 60_000), id: "1", calls: [] }, now)], null, storedAt),
  );
  await deps.redis.hset(KEYS.verdicts, { bitcoin: `caution ${now + 600_000}` });
  const young = `open_at > fromUnixTimestamp64Milli(${AS_OF - 10 * MINUTE_MS}) AND interval_s = 60`;
  const price = (row: Row) => factor(row, "close", "high");
  now += 10_000;
  await write("candle", await corrected("candle", ["open_at"], young, price), "binance-candle-1m");
  const hours = "interval_s = 3600";
  await write("candle", await corrected("candle", ["open_at"], hours, price), "binance-candle-1h");
  await build();
  now += 15_000;
  const interest = (row: Row) => factor(row, "open_interest_usd");
  await write("open_interest", await corrected("open_interest", ["at"], "1", interest), "binance-open-interest");
  await write(
    "exchange_flow",
    await corrected("exchange_flow", ["at"], "1", (row) => factor(row, "inflow_usd")),
    "eth-exchange-flow",
  );
  await build();
  now += 15_000;
  await write("candle", await corrected("candle", ["open_at"], young, price), "binance-candle-1m");
  await write("candle", await corrected("candle", ["open_at"], hours, price), "binance-candle-1h");

  // Of all that is younger than the builds nothing is in them: a minute judged late, a signal that ended, a call, a brief.
  await judge("resolved");
  await hear("pyth", now - 60_000);
  await tellInsert(deps, null, (storedAt) =>
    keepIssued(store, [seal("brief", { ...draftBrief(2, now - 50_000), id: "2", calls: [] }, now)], null, storedAt),
  );
  await deps.redis.del(KEYS.verdicts);

  const place = { url: engine.url, user: "default", password: engine.token, database: "assay", process: "another" };
  const fresh = askedOnce(openStore(place));
  t.teardown(() => fresh.close());
  const versions = [...published.keys()];
  const rows = await fresh.query(buildKnown, { versions });
  t.same(
    rows.map(({ version }) => version),
    versions,
    "each build left its row",
  );
  t.ok(
    rows.some(({ older }) => Object.keys(older).length > 0),
    "answers of before stood for new ones",
  );
  t.same(await replayBuilds(fresh, [1], IDS, "sandbox"), [
    { version: 1, result: "not_found", frames: [], codeVersion: "" },
  ]);
  const { stdout } = await run(process.execPath, [...programArgs("replay"), ...versions.map(toTime)], {
    env: {
      ...process.env,
      CLICKHOUSE_URL: engine.url,
      CLICKHOUSE_USER: "default",
      CLICKHOUSE_PASSWORD: engine.token,
      PUBLIC_URL: "https://elsewhere.example",
    },
  });
  t.same(
    stdout.trim().split("\n"),
    [
      ...versions.map((version) => `${toTime(version)}  identical`),
      `${versions.length} of ${versions.length} are identical`,
    ],
    "in another process, which has no Redis",
  );
  for (const table of ["candle", "open_interest", "exchange_flow"])
    await fresh.command(`OPTIMIZE TABLE ${table} FINAL`);
  for (const row of rows.slice(0, 1)) {
    const again = (await rebuild(fresh, row, IDS, "sandbox")).states;
    const differing = IDS.filter((id) => !again.get(id)?.equals(published.get(row.version)?.get(id) ?? Buffer.of()));
    t.same(differing, [], "however far the store has merged what was replaced");
  }
  const digests = new Set([...published.values()].map((frames) => frames.get("bitcoin")?.toString("base64")));
  t.equal(digests.size, versions.length, "and no two of them are alike");

  const doors = { store: fresh, env: deps.env };
  const nameOf = (at: number, token: string) => `${token} ${toTime(at)}`;
  const differing: string[] = [];
  for (const [version, frames] of published) {
    const known = rows.find((row) => row.version === version)?.known ?? 0;
    // Which build was served at an instant does not depend on the token.
    const asked = [...FILLED, "aave"].map((token) => [version, token] as const);
    for (const at of new Set([known, version + 2_500])) if (at !== version) asked.push([at, "bitcoin"]);
    for (const [at, token] of asked) {
      const { frame } = await stateAt(doors, token, at, now);
      if (!frame.equals(frames.get(token) ?? Buffer.of())) differing.push(nameOf(at, token));
    }
    if (!(await marketAt(doors, version, now)).frame.equals(markets.get(version) ?? Buffer.of()))
      differing.push(nameOf(version, "market"));
  }
  t.same(differing, [], "the state and the market of an instant are those that were served then");
  const [first = 0] = versions;
  const asked = { id: "01JD6Q3Z8W0000000000000000", token: "bitcoin", at: first, until: now + MINUTE_MS };
  const told = await readPast(deps, asked);
  t.match(told, { built_at: toTime(first), known_at: toTime(first), code_version: codeVersion() });
  const notes = told.notes.join("\n");
  for (const name of ["candle", "open interest", "exchange flow"])
    t.match(notes, new RegExp(`^${name}: \\d+ readings were corrected since`, "m"), `${name} of then`);
  const last = await readPast(deps, { ...asked, at: versions.at(-1) ?? 0 });
  t.notMatch(last.notes.join("\n"), /open interest: /, "what was corrected before is not corrected since");
  const early = await readPast(deps, { ...asked, at: first - 20 * MINUTE_MS });
  t.equal(early.built_at, null, "before the first build there is none to make again");

  const day = toTime(AS_OF).slice(0, 10).replaceAll("-", "");
  await fresh.command(
    `ALTER TABLE order_book ${orderBook.keep.emptied?.columns.map((name) => `CLEAR COLUMN ${name} IN PARTITION ${day}`).join(", ")}`,
  );
  const [gone] = await replayBuilds(fresh, versions.slice(0, 1), IDS, "sandbox");
  t.equal(gone?.result, "inputs_gone", "what is no longer kept is no difference");
  const reasons = async (later: number) => {
    const { frame, gone } = await stateAt(doors, "bitcoin", first, now + later);
    const parts = decodeFrame(frame)?.parts ?? new Map<string, Buffer>();
    const sections = SECTION_IDS.map((id) => JSON.parse(parts.get(id)?.toString() ?? "{}") as SectionBase);
    return {
      gone,
      at: (path: string) =>
        sections[SECTION_IDS.indexOf("liquidity")]?.unassessed.find((one) => one.path === path)?.reason,
      assessed: sections.reduce((sum, { coverage }) => sum + coverage.assessed, 0),
      all: new Set(sections.flatMap(({ unassessed }) => unassessed.map(({ reason }) => reason))),
      lost: sections.flatMap(({ unassessed }, at) =>
        unassessed.flatMap(({ path, reason }) =>
          reason === "insufficient_history" || reason === "no_source" ? [] : [`${SECTION_IDS[at]}${path} ${reason}`],
        ),
      ),
    };
  };
  const emptied = await reasons(7 * 60 * MINUTE_MS);
  t.same([...emptied.gone.tables], ["order_book"]);
  t.equal(emptied.at("/largest_size_1pct_usd/buy"), "insufficient_history", "levels of books are gone");
  t.equal(emptied.at("/spread_bps"), undefined, "what is told of them beside their levels is not");
  const past = await reasons(3 * 365 * DAY_MS);
  t.same(past.lost, [], "of what is kept no longer nothing but that is said");
});

// Flows of funds from DefiLlama's documented body to the market's member, and a key that nobody gets to see.
import { inspect } from "node:util";
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { parseFundFlows } from "../../../ingest/venue/defillama/fund-flow.ts";
import type { Deps } from "../../../jobs/deps.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { handleSourcePull } from "../../../jobs/handler/source-pull.ts";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { readFrames } from "../../../jobs/publish.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { readStatus } from "../../../jobs/snapshot/build-status.ts";
import { unsetDatasets } from "../../../jobs/source-info.ts";
import { statusData } from "../../../jobs/status/status-data.ts";
import { TABLES } from "../../../schema/dataset/index.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { Log } from "../../../schema/io/log.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { citedBy } from "../../support/api/cited.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { copyOf } from "../../support/redis.ts";

const SOURCE = "defillama-fund-flow";
const signal = new AbortController().signal;

t.setTimeout(60_000);

t.test("the documented body: a coin, a day and dollars", async (t) => {
  const body = [{ gecko_id: "bitcoin", day: "2024-01-11T00:00:00.000Z", total_flow_usd: 655300000 }];
  const now = Date.UTC(2024, 0, 12, 9);
  t.same(parseFundFlows(body, "defillama", now), [
    {
      token: "bitcoin",
      at: Date.UTC(2024, 0, 11),
      netflow_usd: 655_300_000,
      provider: "defillama",
      retrieved_at: now,
    },
  ]);
});

t.test("what is no report is left out, what is wrong is left to admission", async (t) => {
  const now = Date.UTC(2026, 10, 17, 9);
  const row = (day: string, total_flow_usd: unknown, gecko_id = "ethereum") => ({ gecko_id, day, total_flow_usd });
  const kept = (body: unknown) => parseFundFlows(body, "p", now).map(({ at, netflow_usd }) => [at, netflow_usd]);
  const friday = Date.UTC(2026, 10, 13);
  t.same(kept([row("2026-11-13", -5)]), [[friday, -5]]);
  t.same(kept([row("2026-11-13", 0)]), [[friday, 0]], "a day on which nothing moved");
  t.same(kept([row("2026-11-14", 0), row("2026-11-15", 0)]), [], "weekends filled with nothing");
  t.same(kept([row("2026-11-16", null), row("2026-11-16", undefined)]), [], "not told yet is not nothing");
  t.same(kept([row("2026-09-01", 5)]), [], "long ago");
  t.same(kept([row("2026-11-13", 5, "no-such-coin")]), []);
  t.same(kept([row("one day", 5), row("2026-11-13", "much")]), [
    [Number.NaN, 5],
    [friday, Number.NaN],
  ]);
  t.same(kept([]), []);
  t.throws(() => kept({ error: "no" }), /list of days/);
  t.same(kept([7, row("2026-11-13", 5)]), [[friday, 5]], "one odd row costs itself");
});

/** A log that keeps what it is told, with everything within. */
function listen(): { log: Log; told: string[] } {
  const told: string[] = [];
  const log = new Proxy({} as Log, {
    get:
      () =>
      (...said: unknown[]) =>
        void told.push(inspect(said, { depth: 12, showHidden: true })),
  });
  return { log, told };
}

/** Every text that is stored anywhere. */
async function storedTexts(deps: Deps): Promise<string[]> {
  const texts: string[] = [];
  for (const table of Object.keys(TABLES)) {
    const rows = await deps.store.query<object, object>({ name: "test", sql: `SELECT * FROM ${table}` }, {});
    texts.push(JSON.stringify(rows));
  }
  for (const key of await deps.redis.keys("*")) {
    const type = await deps.redis.type(key);
    if (type === "hash") texts.push(JSON.stringify(await deps.redis.hgetall(key)));
    if (type === "string") texts.push((await deps.redis.get(key)) ?? "");
    if (type === "stream") texts.push(JSON.stringify(await deps.redis.xrange(key, "-", "+")));
  }
  return texts;
}

t.test("from the simulated market, with its key, another and none", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  const { key } = (await (await fetch(`${sandbox.origins.defillama}/sandbox/pro-key`)).json()) as { key: string };
  // A Sunday: what was told on Friday night is the newest there is.
  const sunday = Date.UTC(2026, 10, 15, 12);
  sandbox.setTime({ frozenMs: sunday });
  const { log, told } = listen();
  const withKey = (given: string | undefined, more: object = {}): Deps => {
    const { DEFILLAMA_API_KEY: _, ...env } = deps.env;
    return { ...deps, log, env: { ...env, ...more, ...(given === undefined ? {} : { DEFILLAMA_API_KEY: given }) } };
  };
  const flowsOf = async (given: Deps) => {
    const asOf = sandbox.clock.now();
    const facts = await loadFacts(given.store, { asOf, tokens: [], market: "sandbox" });
    const input = { asOf, facts, states: new Map(), chainHeads: [], unset: unsetDatasets(given.env) };
    const built = buildMarket(input);
    const { flows } = built.sections;
    return {
      flows,
      cited: citedBy(built, flows),
      why: flows.unassessed.find(({ path }) => path === "/etf_netflow_1d_usd"),
    };
  };
  const calls = () =>
    sql<{ url: string; outcome: string; status: number }>(
      `SELECT url, outcome, toUInt32(http_status) AS status FROM source_call WHERE source = '${SOURCE}' ORDER BY responded_at, id`,
    );

  await t.test("without a key nobody is asked, and the member says which setting it wants", async (t) => {
    t.match(await pullSource(withKey(undefined), SOURCE, { slot: sunday }), { rows: 0, errors: [] });
    t.same(await calls(), []);
    const { flows, why } = await flowsOf(withKey(undefined));
    t.equal(flows.etf_netflow_1d_usd, "unassessed");
    t.match(why, { reason: "not_configured", detail: /DEFILLAMA_API_KEY/ });
  });

  const wrong = "wrong-key-0123456789";
  await t.test("with another key the source fails and says so", async (t) => {
    const [failed] = (await pullSource(withKey(wrong), SOURCE, { slot: sunday })).errors;
    t.match(failed, { outcome: "http_error", message: /401/ });
    t.match((await flowsOf(withKey(wrong))).why, { reason: "source_error" });
    await handleSourcePull(withKey(wrong), { source: SOURCE, slot: sunday }, signal);
  });

  await t.test("with the key of the market the member carries Friday's flow of both coins", async (t) => {
    const result = await pullSource(withKey(key), SOURCE, { slot: sunday + 1 });
    t.match(result, { errors: [], refused: 0 });
    const { flows, cited } = await flowsOf(withKey(key));
    const friday = Date.UTC(2026, 10, 13);
    const [{ usd } = { usd: 0 }] = await sql<{ usd: number }>(
      `SELECT sum(netflow_usd) AS usd FROM fund_flow FINAL WHERE replaced_at = 0 AND token IN ('bitcoin', 'ethereum') AND at = toDateTime64('2026-11-13 00:00:00', 3, 'UTC')`,
    );
    t.equal(flows.etf_netflow_1d_usd, usd);
    t.not(usd, 0);
    t.match(
      cited.find(({ endpoint }) => endpoint === "etfs/flows"),
      { provider: "sandbox:defillama", as_of: new Date(friday).toISOString() },
    );
    const count =
      "SELECT toUInt32(count()) AS n, toUInt32(countIf(toDayOfWeek(at) > 5)) AS free FROM fund_flow FINAL WHERE replaced_at = 0";
    const [before] = await sql<{ n: number; free: number }>(count);
    t.equal(before?.free, 0, "nobody trades funds on a weekend");
    await pullSource(withKey(key), SOURCE, { slot: sunday + 2 });
    t.same(await sql(count), [before], "a day that is read again is the same day");
  });

  await t.test("on Tuesday morning Monday is told of bitcoin first, and counts once ether is told", async (t) => {
    const tuesday = Date.UTC(2026, 10, 17);
    const dayAt = async (hour: number) => {
      sandbox.setTime({ frozenMs: tuesday + hour * HOUR_MS });
      await pullSource(withKey(key), SOURCE, { slot: tuesday + hour });
      const { cited } = await flowsOf(withKey(key));
      return cited.find(({ endpoint }) => endpoint === "etfs/flows")?.as_of;
    };
    t.equal(await dayAt(3), new Date(tuesday - 4 * DAY_MS).toISOString());
    t.equal(await dayAt(5), new Date(tuesday - DAY_MS).toISOString());
  });

  await t.test("the live build and the status go by the settings of their process", async (t) => {
    const asOf = sandbox.clock.now();
    const live = async (given: Deps) => {
      await buildLive(given, asOf, signal);
      const [frame] = await readFrames(deps.redis, [SNAPSHOTS.market]);
      return JSON.parse(frame?.parts.get("flows")?.toString() ?? "{}").etf_netflow_1d_usd;
    };
    t.type(await live(withKey(key)), "number");
    const linesOf = async (given: Deps) => statusData(await readStatus(given, asOf));
    const [keyed, bare] = [await linesOf(withKey(key)), await linesOf(withKey(undefined))];
    const expects = ({ freshness }: typeof keyed) =>
      freshness.find(({ dataset }) => dataset === "fund_flow")?.tokens_expected;
    const isListed = ({ pipeline }: typeof keyed) => pipeline.some(({ job }) => job === `source.pull~${SOURCE}`);
    t.same([isListed(keyed), expects(keyed)], [true, TRACKED.length]);
    t.same([isListed(bare), expects(bare)], [false, 0], "nothing is expected of what is not asked for");
    const [line] = keyed.freshness.filter(({ dataset }) => dataset === "fund_flow");
    t.equal(line?.tokens_fresh, TRACKED.length);
    // The market is published only forward.
    await deps.store.command("TRUNCATE TABLE fund_flow");
    sandbox.setTime({ frozenMs: asOf + HOUR_MS });
    await buildLive(withKey(undefined), asOf + HOUR_MS, signal);
    const [frame] = await readFrames(deps.redis, [SNAPSHOTS.market]);
    const { etf_netflow_1d_usd: gone, unassessed } = JSON.parse(frame?.parts.get("flows")?.toString() ?? "{}");
    t.equal(gone, "unassessed");
    t.match(
      unassessed.find(({ path }: { path: string }) => path === "/etf_netflow_1d_usd"),
      { reason: "not_configured", detail: /DEFILLAMA_API_KEY/ },
    );
  });

  await t.test("no key is in any row, in Redis, in a message or in a line of the log", async (t) => {
    sandbox.setFault({ provider: "defillama", kind: "html" });
    await handleSourcePull(withKey(key), { source: SOURCE, slot: sunday + 3 }, signal);
    sandbox.clearFaults();
    const closed = JSON.stringify({ ...sandbox.origins, defillama: "http://127.0.0.1:1" });
    const away = { ...withKey(key, { SANDBOX_ORIGINS: closed }), redis: copyOf(deps.redis) };
    t.teardown(() => away.redis.disconnect());
    await handleSourcePull(away, { source: SOURCE, slot: sunday + 4 }, signal);
    away.log.warn({ err: (await pullSource(away, SOURCE, { slot: sunday + 5 })).errors }, "seen");
    const asked = await calls();
    t.ok(asked.length >= 7, `${asked.length} calls`);
    t.ok(["ok", "http_error", "bad_body", "refused"].every((one) => asked.some(({ outcome }) => outcome === one)));
    t.ok(asked.every(({ url }) => /^http:\/\/127\.0\.0\.1:\d+\/etfs\/flows$/.test(url)));
    t.ok(told.length > 0);
    const everything = [...told, ...(await storedTexts(deps))].join("\n");
    t.ok(everything.includes("etfs/flows"), "calls were looked through");
    for (const one of [key, wrong]) t.notOk(everything.includes(one), one);
  });
});

t.test("a key that could not be part of a path is refused at start without being shown", async (t) => {
  for (const bad of ["../usage", "a key", "k/x", "k?x", "k".repeat(129)]) {
    try {
      parseEnv({ DEFILLAMA_API_KEY: bad });
      t.fail(bad);
    } catch (error) {
      t.match(String(error), /DEFILLAMA_API_KEY/);
      t.notOk(String(error).includes(bad));
    }
  }
  t.equal(parseEnv({ DEFILLAMA_API_KEY: "" }).DEFILLAMA_API_KEY, undefined);
});

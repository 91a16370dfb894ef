// The coin universe from provider to store: what is listed, what changes, what is refused, and what a second source says.
import t from "tap";
import { pullSource } from "../../ingest/pull.ts";
import { changedRows } from "../../ingest/venue/coingecko/coin.ts";
import { loadFacts } from "../../jobs/fact/load-facts.ts";
import { readFrames } from "../../jobs/publish.ts";
import { buildUniverse, readUniverseSize } from "../../jobs/snapshot/build-universe.ts";
import { buildState } from "../../jobs/state/build-state.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { UniverseLine } from "../../schema/snapshot.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { HOSTILE } from "../../scripts/sandbox/coin-word.ts";
import { startIngestGround } from "../support/ingest.ts";

t.setTimeout(120_000);
const WEEK_MS = 7 * DAY_MS;
const slot = (at: number) => ({ slot: Math.floor(at / 1_000) * 1_000 });

t.test("the universe", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  const start = Date.parse("2026-11-20T12:00:00Z");
  const pull = (id: string) => pullSource(deps, id, slot(deps.clock.now()));
  sandbox.setTime({ frozenMs: start });

  t.test("a first reading stores every listed coin, sanitised, with its contracts", async (t) => {
    const result = await pull("coingecko-coin");
    t.same(result.errors, []);
    t.ok(result.rows > 21_000, `${result.rows} coins`);
    const [bitcoin] = await sql<Record<string, unknown>>("SELECT * FROM coin WHERE token = 'bitcoin'");
    t.match(bitcoin, { symbol: "BTC", symbol_key: "btc", name: "Bitcoin", status: "listed", contracts: {} });
    t.match(bitcoin?.provider, /^sandbox:/);
    const [usdc] = await sql<{ contracts: object }>("SELECT contracts FROM coin WHERE token = 'usd-coin'");
    t.match(usdc?.contracts, { eth: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" });
    const shown = await sql<{ name: string; symbol: string }>("SELECT name, symbol FROM coin");
    const bad = shown.filter(
      ({ name, symbol }) =>
        [...name].length > 64 ||
        [...symbol].length > 16 ||
        /[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(name + symbol),
    );
    t.same(bad, [], "no hidden character and no long text is shown");
    const raw = await sql<{ name_raw: string }>("SELECT name_raw FROM coin WHERE token LIKE 'sim-hostile-%'");
    t.ok(raw.length >= HOSTILE.length - 1);
    t.ok(
      raw.some(({ name_raw }) => name_raw.includes("\u202e")),
      "what was received is kept",
    );
    const refused = await sql<{ reason: string }>("SELECT DISTINCT reason FROM reject WHERE dataset = 'coin'");
    t.same(refused, [{ reason: "nothing_visible" }], "a coin without a visible name is refused, and says so");
  });

  t.test("a second reading writes only what changed, and tracked tokens", async (t) => {
    sandbox.setTime({ frozenMs: start + WEEK_MS });
    const result = await pull("coingecko-coin");
    t.ok(result.rows >= TRACKED.length + 10 && result.rows < TRACKED.length + 30, `${result.rows} rows`);
    const names = await sql<{ name: string }>(
      "SELECT name FROM coin WHERE token LIKE 'sim-%-0' AND token NOT LIKE 'sim-hostile%' ORDER BY at",
    );
    t.equal(new Set(names.map(({ name }) => name)).size, 2, "a renamed coin keeps its old name as an earlier row");
  });

  t.test("an identity that stands is written again long before its last row ends", (t) => {
    const row = { token: "sim-x", at: start, digest: "d" };
    const known = (days: number) => ({ ...row, status: "listed", read_at: start - days * DAY_MS }) as never;
    t.same([changedRows([row], [known(170)]).length, changedRows([row], [known(181)]).length], [0, 1]);
    t.end();
  });

  t.test("a list that was cut short changes nothing", async (t) => {
    sandbox.setTime({ frozenMs: start + WEEK_MS + 60_000 });
    sandbox.setFault({ provider: "coingecko", kind: "truncated", path: "/coins/list" });
    const result = await pull("coingecko-coin");
    sandbox.clearFaults();
    t.equal(result.rows, 0);
    t.match(result.errors, [{ outcome: "bad_body" }]);
    t.throws(
      () => changedRows([], [{ token: "a", status: "listed" } as never]),
      "also where nothing is listed any more",
    );
  });

  t.test("the sweep over the market pages goes on where it stopped", async (t) => {
    const first = await pull("coingecko-coin-rank");
    t.same(first.errors, []);
    t.equal(await deps.redis.hget(KEYS.cursor("coingecko-coin-rank"), "page"), "4");
    await pull("coingecko-coin-rank");
    t.equal(await deps.redis.hget(KEYS.cursor("coingecko-coin-rank"), "page"), "8");
    const [ranks] = await sql<{ least: number; most: number; coins: number }>(
      "SELECT min(rank) AS least, max(rank) AS most, count(DISTINCT token) AS coins FROM coin_rank",
    );
    t.match(ranks, { least: 1, most: 2_000 });
    t.equal(Number(ranks?.coins), 2_000);
  });

  t.test("two directories count the whole market, and agree", async (t) => {
    for (const id of ["coingecko-global-market", "coinpaprika-global-market"]) {
      t.same(await pull(id).then(({ rows, errors }) => ({ rows, errors })), { rows: 1, errors: [] }, id);
    }
    const rows = await sql<{ provider: string; cap: number; btc: number }>(
      "SELECT provider, total_market_cap_usd AS cap, btc_dominance_pct AS btc FROM global_market ORDER BY provider",
    );
    t.same(
      rows.map(({ provider }) => provider),
      ["sandbox:coingecko", "sandbox:coinpaprika"],
    );
    const [one, other] = rows;
    t.ok(one && other && Math.abs(one.cap / other.cap - 1) < 0.02 && Math.abs(one.btc - other.btc) < 1);
  });

  t.test("the second opinion is of tracked tokens by symbol and name, never of a copy that ranks lower", async (t) => {
    const result = await pull("coinpaprika-coin-opinion");
    t.same(result.errors, []);
    const rows = await sql<{ token: string; circulating: number }>(
      "SELECT token, circulating_native AS circulating FROM coin_opinion",
    );
    t.ok(rows.length > 90, `${rows.length} tokens`);
    t.ok(rows.every(({ token }) => TRACKED.some(({ id }) => id === token)));
    const bitcoin = rows.find(({ token }) => token === "bitcoin");
    t.ok(bitcoin && Math.abs(bitcoin.circulating / 19.95e6 - 1) < 0.01);
  });

  t.test("what is stored becomes the universe snapshot and the tokens' identities", async (t) => {
    const asOf = deps.clock.now() + 60_000;
    await buildUniverse(deps, asOf);
    const [frame] = await readFrames(deps.redis, [SNAPSHOTS.universe]);
    const lines = (frame?.parts.get("rows")?.toString() ?? "")
      .split("\n")
      .map((line) => JSON.parse(line) as UniverseLine);
    t.ok(lines.length > 21_000);
    t.equal(await readUniverseSize(deps.redis), lines.length);
    const ranks = lines.map(([, , , rank]) => rank ?? Number.MAX_SAFE_INTEGER);
    t.ok(ranks.every((rank, at) => at === 0 || rank >= (ranks[at - 1] ?? 0)));
    t.equal(ranks[0], 1);
    const lookalike = lines.find(([id]) => id === "sim-hostile-11");
    t.equal(lookalike?.[6], "tether", "a homoglyph name is known for what it imitates");
    const facts = await loadFacts(deps.store, { asOf, tokens: ["bitcoin", "solana"], market: "sandbox" });
    t.same(
      facts.tokens.get("bitcoin")?.namesakes.filter((id) => id.startsWith("sim-bitcoin-")),
      ["sim-bitcoin-bridged", "sim-bitcoin-copy"],
    );
    t.match(facts.tokens.get("solana")?.identity, { symbol_now: "SOL" });
    t.equal(facts.global.read.length, 2);
    t.type(facts.global.totalCap, "number");
  });

  t.test("shortly after a first start growth in 30 days is known of every token whose chart was read", async (t) => {
    t.match(await pull("coingecko-coin-market"), { errors: [] });
    const supplyOf = async (token: string) => {
      const facts = await loadFacts(deps.store, { asOf: deps.clock.now(), tokens: [token], market: "sandbox" });
      const { sections, sources, calls } = buildState(facts, token);
      const named = new Set<string | undefined>(sections.supply.sources);
      return {
        inflation_30d_pct: sections.supply.inflation_30d_pct,
        past: sources.filter(({ id, endpoint }) => named.has(id) && endpoint === "coins/{id}/market_chart"),
        calls,
      };
    };
    t.match(await supplyOf("bitcoin"), { inflation_30d_pct: "unassessed", past: [] }, "readings alone do not say it");
    const result = await pull("coingecko-coin-market-past");
    t.match(result, { refused: 0, errors: [], tokens: { length: 60 } });
    for (const token of ["bitcoin", result.tokens.at(-1) ?? ""]) {
      const { inflation_30d_pct: grown, past, calls } = await supplyOf(token);
      t.ok(typeof grown === "number" && Math.abs(grown) < 0.001, `${token}: ${grown} %, as nothing is minted there`);
      t.equal(past.length, 1, "the call that brought the circulation of 30 days ago is named");
      const [row] = await sql<{ at: number; sha: string }>(`
        SELECT toUnixTimestamp64Milli(m.at) AS at, c.raw_sha256 AS sha
        FROM coin_market AS m INNER JOIN source_call AS c ON c.provider = m.provider AND c.responded_at = m.retrieved_at
        WHERE m.token = '${token}' AND c.token = '${token}' AND c.source = 'coingecko-coin-market-past'
          AND m.at <= fromUnixTimestamp64Milli(${Math.floor(deps.clock.now() / 60_000) * 60_000 - 30 * DAY_MS})
        ORDER BY m.at DESC LIMIT 1`);
      t.match(past, [{ as_of: toTime(Number(row?.at)), raw_sha256: row?.sha, status: "ok" }], "as of its own time");
      t.match(
        calls.find((call) => call.source_id === past[0]?.id),
        { endpoint: "coins/{id}/market_chart", raw_sha256: row?.sha, http_status: 200 },
        "and a proof lists it",
      );
    }
    await pull("coingecko-coin-market-past");
    t.equal((await pull("coingecko-coin-market-past")).rows, 0, "each is read once in twenty days");
  });

  t.test("each provider's failure is its own", async (t) => {
    sandbox.setFault({ provider: "coinpaprika", kind: "5xx" });
    sandbox.setTime({ frozenMs: start + WEEK_MS + 600_000 });
    const failed = await pull("coinpaprika-global-market");
    t.equal(failed.rows, 0);
    t.match(failed.errors, [{ outcome: "http_error" }]);
    t.equal((await pull("coingecko-global-market")).rows, 1);
  });

  t.test("coins whose chart fails do not hold back the others", async (t) => {
    sandbox.setTime({ frozenMs: start + 4 * WEEK_MS });
    sandbox.setFault({ provider: "coingecko", kind: "5xx", path: "market_chart" });
    const asked = async () => (await pull("coingecko-coin-market-past")).errors.map(({ token }) => token);
    const first = await asked();
    const then = await asked();
    sandbox.clearFaults();
    t.ok(first.length > 0 && then.length > 0);
    t.same(
      then.filter((token) => first.includes(token)),
      [],
      "the next run asks for others",
    );
  });
});

// From DefiLlama's protocol to stored facts and on to members of the state and the market, against a real sandbox and store.
import t from "tap";
import { RAW_SERIES } from "../../../api/history/raw-rows.ts";
import { pullSource } from "../../../ingest/pull.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { measureTvl } from "../../../jobs/measure/tvl.ts";
import { STORED_SERIES } from "../../../jobs/series/index.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { KEYS } from "../../../schema/key.ts";
import { LOCKED_TOKENS } from "../../../schema/token/defi.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { citedBy } from "../../support/api/cited.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";

const IDS = ["tvl", "chain-tvl", "stablecoin", "reserve", "unlock"].map((one) => `defillama-${one}`);
const tokens = TRACKED.map(({ id }) => id);

t.setTimeout(90_000);

t.test("DefiLlama's facts reach the members they are for", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  const start = Math.floor(BASE / DAY_MS) * DAY_MS - DAY_MS + 3 * HOUR_MS;
  sandbox.setTime({ frozenMs: start });
  await pullSource(deps, "coingecko-coin-market", { slot: start });
  for (const id of IDS) {
    const result = await pullSource(deps, id, { slot: start });
    t.same(result.errors, [], `${id}: nothing failed`);
    t.equal(result.refused, 0, `${id}: nothing was refused`);
    t.ok(result.rows > 0, `${id}: ${result.rows} rows`);
  }
  const facts = await loadFacts(deps.store, { asOf: start, tokens, market: "sandbox" });

  t.test("a first pull brings 90 days of value locked by chain", async (t) => {
    const [past] = await sql<{ days: number; chains: number }>(
      "SELECT toUInt32(uniqExact(toDate(at))) AS days, toUInt32(uniqExact(chain)) AS chains FROM token_tvl WHERE token = 'aave'",
    );
    t.ok(past && past.days >= 90 && past.chains === 5, JSON.stringify(past));
    t.ok(await deps.redis.hexists(KEYS.historyDirty, "aave"), "its history is built again");
  });

  t.test("every chain that is listed has its past, whether its coin is tracked or not", async (t) => {
    const rows = await sql<{ chain: string; days: number }>(
      "SELECT chain, toUInt32(uniqExact(toDate(at))) AS days FROM chain_tvl GROUP BY chain ORDER BY chain",
    );
    t.ok(rows.some(({ chain }) => chain === "base"));
    for (const { chain, days } of rows) if (chain !== "all") t.ok(days >= 90, `${chain}: ${days} days`);
  });

  t.test("every token with value locked carries it, the others carry null", async (t) => {
    for (const id of tokens) {
      const { sections } = buildState(facts, id);
      if (LOCKED_TOKENS.includes(id)) t.type(sections.onchain.tvl_usd, "number", id);
      else t.equal(sections.onchain.tvl_usd, null, id);
      t.type(sections.onchain.exchange_reserve_native, "number", `${id} is held by exchanges`);
      t.type(sections.onchain.reserve_change_7d_pct, "number");
    }
    const built = buildState(facts, "aave");
    const { onchain } = built.sections;
    t.type(onchain.tvl_change_24h_pct, "number");
    t.type(onchain.tvl_change_7d_pct, "number");
    t.ok(
      citedBy(built, onchain).some(
        ({ provider, endpoint }) => provider === "sandbox:defillama" && endpoint === "defillama-tvl",
      ),
    );
  });

  t.test("schedules become the next unlock; what has none by design says null", async (t) => {
    const { supply } = buildState(facts, "arbitrum").sections;
    t.ok(typeof supply.next_unlock === "object" && supply.next_unlock !== null);
    t.type(supply.unlocks_90d_pct, "number");
    // Months bring at most eleven percent and the trickle two a year; thirty are set aside without a date.
    t.ok(Number(supply.unlocks_7d_pct) < 12, `${supply.unlocks_7d_pct} % within seven days`);
    const none = buildState(facts, "bitcoin").sections.supply;
    t.match(none, { next_unlock: null, unlocks_7d_pct: null, unlocks_30d_pct: null, unlocks_90d_pct: null });
  });

  t.test("history and raw series read the same rows", async (t) => {
    for (const [series, token] of [
      ["tvl", "aave"],
      ["reserves", "bitcoin"],
    ] as const) {
      const window = { tokens: [token], from: start - 30 * DAY_MS, to: start };
      const buckets = await deps.store.query(STORED_SERIES[series].query, window);
      const raw =
        (await RAW_SERIES[series]?.read(deps.store, {
          ...{ token, since: window.from, until: window.to + 1, isAfter: 0, line: "", tie: "", rows: 9_999 },
        })) ?? [];
      t.equal(buckets.length, raw.length, `${series}: ${raw.length} readings, each in a bucket of its own`);
      t.same(
        buckets.map((row) => [row.line, ...STORED_SERIES[series].cells(row), new Date(row.at).toISOString()]),
        raw.map((row) => row.cells),
      );
    }
  });

  t.test("an hour later only the new readings are asked for, and repeating a pull adds nothing", async (t) => {
    sandbox.setTime({ frozenMs: start + HOUR_MS });
    const again = await pullSource(deps, "defillama-reserve", { slot: start + HOUR_MS });
    t.ok(again.rows < 6 * 100 * 5, `${again.rows} rows`);
    const count = "SELECT toUInt32(count()) AS n FROM exchange_reserve FINAL WHERE replaced_at = 0";
    const [before] = await sql<{ n: number }>(count);
    await pullSource(deps, "defillama-reserve", { slot: start + HOUR_MS });
    t.same(await sql(count), [before]);
  });

  t.test("a dataset that is not given any more is no schedule, a provider that is away is an error", async (t) => {
    sandbox.setFault({ provider: "defillama", kind: "5xx", status: 402, path: "/emissions/" });
    const refused = await pullSource(deps, "defillama-unlock", { slot: start + 2 * HOUR_MS });
    t.same([refused.errors, refused.rows], [[], 0]);
    sandbox.clearFaults({ provider: "defillama" });
    sandbox.setFault({ provider: "defillama", kind: "nan", path: "/v2/chains" });
    const spoiled = await pullSource(deps, "defillama-chain-tvl", { slot: start + 2 * HOUR_MS });
    t.ok(spoiled.refused > 0, "impossible values are refused");
    sandbox.clearFaults({ provider: "defillama" });
  });

  t.test("past the hard limit nothing is filled forward", async (t) => {
    const late = await loadFacts(deps.store, { asOf: start + 14 * HOUR_MS, tokens: ["aave"], market: "sandbox" });
    const rows = late.tokens.get("aave");
    t.match(rows && measureTvl(rows, late.asOf).usd, { gap: "stale" });
  });
});

// Profiles, pools, holders, makers and second opinions on perpetuals and value locked: each with a value and without.
import t from "tap";
import { assembleFacts, type FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { citedBy } from "../../support/api/cited.ts";
import { AS_OF, wholeRows } from "../../support/rows/facts.ts";

/** Four tokens are enough: one in contracts, two chains' coins, a protocol's. */
const TOKENS = ["bitcoin", "chainlink", "ethereum", "uniswap"];
const whole = Object.fromEntries(
  Object.entries(wholeRows()).map(([name, rows]) => [
    name,
    (rows as readonly { token?: string }[]).filter(({ token = "" }) => token === "" || TOKENS.includes(token)),
  ]),
) as unknown as FactRows;
const factsOf = (rows: FactRows) => assembleFacts({ asOf: AS_OF, market: "sandbox" }, rows, TOKENS);
type Section = { unassessed: readonly { path: string; reason: string }[] };
const reasonOf = (section: Section, path: string) => section.unassessed.find((entry) => entry.path === path)?.reason;
const stateWith = (change: Partial<FactRows>, token = "chainlink") =>
  buildState(factsOf({ ...whole, ...change }), token);
const build = (change: Partial<FactRows>, token?: string) => stateWith(change, token).sections;
const aged = <R extends { read_at: number }>(rows: readonly R[], hours: number): R[] =>
  rows.map((row) => ({ ...row, read_at: AS_OF - hours * HOUR_MS }));

t.test("a project's own words, page and first day; categories of ours and of the directory", async (t) => {
  const { identity } = build({});
  t.equal(identity.description, "[simulated] chainlink is a coin.");
  t.equal(identity.homepage_url, "https://sandbox.invalid/chainlink");
  t.match(identity.launched_at, /^2\d{3}-\d\d-\d\dT00:00:00.000Z$/);
  t.ok(identity.categories.includes("simulated"));
  t.same(new Set(identity.categories).size, identity.categories.length, "each once");
  const members = ["description", "homepage_url", "launched_at"] as const;
  const changes = {
    pending: [],
    stale: aged(whole.profile, 73),
    no_source: whole.profile.map((row) => ({ ...row, description: null, homepage_url: null, launched_ms: null })),
  } as const;
  for (const [reason, profile] of Object.entries(changes)) {
    const without = build({ profile }).identity;
    for (const member of members) {
      t.equal(without[member], "unassessed", `${member} ${reason}`);
      t.equal(reasonOf(without, `/${member}`), reason, `${member} ${reason}`);
    }
    t.ok(without.categories.length > 0, "our own categories stay");
  }
});

t.test("pools: the largest, none read, too old, none to be had", async (t) => {
  const state = stateWith({});
  const { liquidity } = state.sections;
  t.match(liquidity.dex_pools, [
    { chain: "eth", dex: "curve", pool: "0x0", tvl_usd: 2e6, volume_24h_usd: 1e5 },
    { dex: "uniswap_v3", tvl_usd: 4e6 },
  ]);
  t.ok(citedBy(state, liquidity).some(({ provider }) => provider === "sandbox:geckoterminal"));
  const silent = build({ pools: whole.pools.map((row) => ({ ...row, volume_24h_usd: null })) }).liquidity;
  t.equal(reasonOf(silent, "/dex_pools/0/volume_24h_usd"), "no_source");
  t.equal(reasonOf(build({ pools: [] }).liquidity, "/dex_pools"), "pending");
  t.equal(reasonOf(build({ pools: aged(whole.pools, 4) }).liquidity, "/dex_pools"), "stale");
  t.equal(reasonOf(build({ pools: [] }, "bitcoin").liquidity, "/dex_pools"), "no_source");
});

t.test("holders: of all contracts together, shares of the contract that most hold", async (t) => {
  const { onchain } = build({});
  t.equal(onchain.holders_count, 3_000, "on three chains");
  t.same([onchain.top10_holders_pct, onchain.top10_excluded_pct], [12.5, 20]);
  const more = whole.holders.map((row) =>
    row.chain === "bsc" ? { ...row, holders_count: 5_000, top10_pct: 40 } : row,
  );
  t.equal(build({ holders: more }).onchain.top10_holders_pct, 40);
  const members = ["holders_count", "top10_holders_pct", "top10_excluded_pct"] as const;
  for (const member of members) {
    t.equal(build({ holders: [] }).onchain[member], "unassessed");
    t.equal(reasonOf(build({ holders: [] }).onchain, `/${member}`), "pending");
    t.equal(reasonOf(build({ holders: aged(whole.holders, 169) }).onchain, `/${member}`), "stale");
    t.equal(reasonOf(build({}, "bitcoin").onchain, `/${member}`), "no_source", "a chain's own coin");
  }
  const two = whole.holders.filter(({ chain }) => chain !== "sol");
  t.equal(reasonOf(build({ holders: two }).onchain, "/holders_count"), "insufficient_coverage");
});

t.test("what is said against a transfer and against who made the contract is a flag", async (t) => {
  const holders = whole.holders.map((row) =>
    row.chain === "eth"
      ? { ...row, transfer_tax_pct: 6, same_creator_honeypot: 1, owner_flags: "sanctioned,stealing_attack" }
      : row,
  );
  const { security } = build({ holders });
  const flags = security.flags === "unassessed" ? [] : security.flags;
  const codes = flags.map(({ code }) => code);
  for (const code of ["transfer_tax", "same_creator_honeypot", "owner_flagged"]) t.ok(codes.includes(code), code);
  t.match(
    flags.find(({ code }) => code === "owner_flagged"),
    { chain: "eth", summary: /sanctioned, stealing attack/ },
  );
  t.equal(security.contract_risk, build({}).security.contract_risk, "the level has its own rule");
  t.same(build({}).security.flags, [], "nothing said is nothing flagged");
});

t.test("open interest that a second provider contradicts is nobody's", async (t) => {
  const twice = whole.perpOpinions.map((row) => ({ ...row, open_interest_usd: (row.open_interest_usd ?? 0) * 2 }));
  t.type(build({ perpOpinions: twice }).derivatives.open_interest_usd, "number", "both sides counted are the same");
  const apart = (venues: readonly string[], factor: number) =>
    whole.perpOpinions.map((row) =>
      venues.includes(row.venue) ? { ...row, open_interest_usd: (row.open_interest_usd ?? 0) * factor } : row,
    );
  const small = build({ perpOpinions: apart(["okx"], 5) }).derivatives;
  t.type(small.open_interest_usd, "number", "the others carry enough");
  const index = small.funding_venues === "unassessed" || small.funding_venues === null ? -1 : 2;
  t.equal(reasonOf(small, `/funding_venues/${index}/open_interest_usd`), "disagreement");
  t.ok(Number(small.open_interest_usd) < Number(build({}).derivatives.open_interest_usd));
  const large = build({ perpOpinions: apart(["binance", "okx"], 0.2) }).derivatives;
  for (const member of ["open_interest_usd", "oi_change_1h_pct", "oi_change_24h_pct"] as const) {
    t.equal(large[member], "unassessed", member);
    t.equal(reasonOf(large, `/${member}`), "disagreement", member);
  }
  const late = aged(apart(["binance", "okx"], 0.2), 3);
  t.type(build({ perpOpinions: late }).derivatives.open_interest_usd, "number", "an old opinion contests nothing");
  t.type(build({ perpOpinions: [] }).derivatives.open_interest_usd, "number", "nor does none");
});

t.test("funding that a second provider contradicts is nobody's", async (t) => {
  const apart = whole.perpOpinions.map((row) => (row.venue === "binance" ? { ...row, rate_pct: -0.2 } : row));
  const { derivatives } = build({ perpOpinions: apart });
  t.equal(reasonOf(derivatives, "/funding_venues/0/rate_pct"), "disagreement");
  t.equal(reasonOf(derivatives, "/funding_venues/0/apr_pct"), "disagreement");
  const near = whole.perpOpinions.map((row) => ({ ...row, rate_pct: (row.rate_pct ?? 0) + 0.04 }));
  t.equal(reasonOf(build({ perpOpinions: near }).derivatives, "/funding_venues/0/rate_pct"), undefined);
});

t.test("value locked that a second directory contradicts is nobody's; chains have one source", async (t) => {
  const profile = whole.profile.map((row) => ({ ...row, tvl_usd: 2e9 }));
  t.equal(build({}, "uniswap").onchain.tvl_usd, 1e9);
  const contested = build({ profile }, "uniswap").onchain;
  for (const member of ["tvl_usd", "tvl_change_24h_pct", "tvl_change_7d_pct"] as const) {
    t.equal(contested[member], "unassessed");
    t.equal(reasonOf(contested, `/${member}`), "disagreement");
  }
  t.equal(build({ profile }, "ethereum").onchain.tvl_usd, 1e9);
  t.equal(build({ profile: aged(profile, 13) }, "uniswap").onchain.tvl_usd, 1e9, "an old opinion contests nothing");
});

t.test("decentralised exchanges are venues with their own whole", async (t) => {
  const marketOf = (change: Partial<FactRows>) => {
    const facts = factsOf({ ...whole, ...change });
    return buildMarket({ asOf: AS_OF, states: new Map(), facts, chainHeads: [] }).sections.venues;
  };
  const dexes = (section: ReturnType<typeof marketOf>) =>
    section.venues === "unassessed" ? [] : section.venues.filter(({ kind }) => kind === "dex");
  t.match(dexes(marketOf({})), [
    { venue: "uniswap-v3", spot_volume_24h_usd: 1e9, share_pct: 40, tokens_covered: 4, status: "ok" },
    { venue: "curve", spot_volume_24h_usd: 5e8, share_pct: 20, tokens_covered: 4, status: "ok" },
  ]);
  const old = marketOf({ dexVolumes: aged(whole.dexVolumes, 13) });
  t.match(dexes(old), [{ spot_volume_24h_usd: "unassessed", share_pct: "unassessed", status: "stale" }, {}]);
  t.ok(old.unassessed.some(({ path, reason }) => /spot_volume/.test(path) && reason === "stale"));
  t.same(dexes(marketOf({ dexVolumes: [] })), []);
});

// Value locked, reserves and unlocks: each member carries its value, names its reason, or is null where it does not apply.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { measureTvl } from "../../../jobs/measure/tvl.ts";
import { isNeverLocked, measureUnlocks, upcomingUnlocks } from "../../../jobs/measure/unlock.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { citedBy } from "../../support/api/cited.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const OLD = AS_OF - 13 * HOUR_MS;
const whole = wholeRows();
type Lists = Partial<FactRows>;

const stateOf = (token: string, change: Lists = {}) => buildState(factsOf({ ...whole, ...change }), token);
const sectionsOf = (token: string, change: Lists = {}) => stateOf(token, change).sections;
const marketOf = (change: Lists = {}) => {
  const facts = factsOf({ ...whole, ...change });
  const states = new Map([...facts.tokens.keys()].map((id) => [id, buildState(facts, id)]));
  return buildMarket({ asOf: AS_OF, states, facts, chainHeads: [] }).sections;
};
type Missing = { readonly unassessed: readonly { readonly path: string; readonly reason: string }[] };
const reasonOf = (section: Missing, path: string) => section.unassessed.find((one) => one.path === path)?.reason;
const circulating = whole.coins.find(({ token }) => token === "aave")?.circulating_native ?? Number.NaN;
const pct = (amount: number) => Math.round((amount / circulating) * 1e6) / 1e4;

const failing: Lists = {
  calls: ["tvl", "chain-tvl", "reserve", "stablecoin", "unlock"].map((one) => ({
    ...(whole.calls[0] as FactRows["calls"][number]),
    provider: "sandbox:defillama",
    source: `defillama-${one}`,
    token: "",
    last_outcome: "http_error",
  })),
};

t.test("onchain: value locked and reserves", (t) => {
  const { onchain } = sectionsOf("aave");
  t.match(onchain, {
    exchange_reserve_native: 6_000,
    reserve_change_7d_pct: 25,
    tvl_usd: 1e9,
    tvl_change_24h_pct: -20,
    tvl_change_7d_pct: 25,
  });
  t.match(sectionsOf("dogwifcoin").onchain, { tvl_usd: null, tvl_change_24h_pct: null, tvl_change_7d_pct: null });
  const stated = whole.tvls.map((row) => ({ ...row, day_at: 0, usd_24h: 0 }));
  t.equal(sectionsOf("aave", { tvls: stated }).onchain.tvl_change_24h_pct, -19, "the provider's own figure stands in");
  const young = whole.tvls.map((row) => ({ ...row, day_at: 0, own_at: row.read_at, week_at: 0, change_24h_pct: null }));
  const { onchain: none } = sectionsOf("aave", { tvls: young });
  t.equal(reasonOf(none, "/tvl_change_24h_pct"), "insufficient_history");
  t.equal(reasonOf(none, "/tvl_change_7d_pct"), "insufficient_history");
  const holed = whole.tvls.map((row) => ({ ...row, day_at: 0, change_24h_pct: null }));
  t.equal(reasonOf(sectionsOf("aave", { tvls: holed }).onchain, "/tvl_change_24h_pct"), "insufficient_coverage");
  const { onchain: old } = sectionsOf("aave", {
    tvls: whole.tvls.map((row) => ({ ...row, read_at: OLD })),
    reserves: whole.reserves.map((row) => ({ ...row, read_at: OLD })),
  });
  for (const path of ["/tvl_usd", "/exchange_reserve_native", "/reserve_change_7d_pct"]) {
    t.equal(reasonOf(old, path), "stale", path);
  }
  const { onchain: away } = sectionsOf("aave", { tvls: [], reserves: [], ...failing });
  t.equal(reasonOf(away, "/tvl_usd"), "source_error");
  t.equal(reasonOf(away, "/exchange_reserve_native"), "source_error");
  const one = whole.reserves.map((row) => (row.exchange === "okx" ? { ...row, read_at: OLD } : row));
  const { onchain: part } = sectionsOf("aave", { reserves: one });
  t.equal(reasonOf(part, "/exchange_reserve_native"), "insufficient_coverage", "half of the coins is not the reserve");
  const asked = failing.calls?.map((call) => ({ ...call, last_outcome: "ok" })) ?? [];
  const state = stateOf("aave", { reserves: [], calls: asked });
  const { onchain: own } = state.sections;
  t.equal(own.exchange_reserve_native, 1_200, "what no one lists is what its chains say: eth and bsc");
  t.equal(own.reserve_change_7d_pct, 20);
  t.ok(
    citedBy(state, own).some(({ endpoint, provider }) => `${provider} ${endpoint}` === "sandbox:bsc bsc-reserve"),
    "and says so",
  );
  const newer = whole.chainReserves.map((row) => ({ ...row, week_at: row.chain === "bsc" ? 0 : row.week_at }));
  const { onchain: grown } = sectionsOf("aave", { reserves: [], calls: asked, chainReserves: newer });
  t.equal(reasonOf(grown, "/reserve_change_7d_pct"), "insufficient_history", "another set of chains is no change");
  const down = [
    ...asked,
    { ...asked[0], source: "bsc-reserve", token: "", last_outcome: "http_error" },
  ] as FactRows["calls"];
  const blind = whole.chainReserves.map((row) => (row.chain === "bsc" ? { ...row, read_at: OLD } : row));
  const { onchain: half } = sectionsOf("aave", { reserves: [], calls: down, chainReserves: blind });
  t.equal(reasonOf(half, "/exchange_reserve_native"), "no_source", "half of the chains is not the reserve");
  t.end();
});

t.test("supply: unlocks", (t) => {
  const { supply, context } = sectionsOf("aave");
  t.match(supply.next_unlock, { amount_native: 200_000, kind: "cliff", pct_of_circulating: pct(200_000) });
  t.equal(supply.unlocks_30d_pct, pct(200_010));
  t.equal(supply.unlocks_90d_pct, pct(500_010));
  t.match(context.upcoming, [{ kind: "unlock", text: /AAVE unlock/ }]);
  const blind = whole.coins.map((row) => ({ ...row, circulating_native: null }));
  const { supply: unknown } = sectionsOf("aave", { coins: blind });
  t.match(unknown.next_unlock, { amount_native: 200_000, pct_of_circulating: "unassessed" });
  t.equal(reasonOf(unknown, "/next_unlock/pct_of_circulating"), "no_source");
  t.equal(reasonOf(unknown, "/unlocks_30d_pct"), "no_source");
  const others = whole.unlocks.filter(({ token }) => token !== "aave");
  const { supply: none, context: empty } = sectionsOf("aave", { unlocks: others });
  t.equal(reasonOf(none, "/next_unlock"), "no_source", "no schedule is not a schedule without unlocks");
  t.equal(reasonOf(empty, "/upcoming"), "no_source");
  const said = (calls: FactRows["unlockCalls"], unlocks = others) =>
    reasonOf(sectionsOf("aave", { unlocks, unlockCalls: calls }).supply, "/next_unlock");
  const [list] = whole.unlockCalls;
  if (list === undefined) throw new Error("no list");
  const own = { ...list, token: "aave", endpoint: "emissions" };
  t.equal(said([]), "pending");
  t.equal(said([{ ...list, kept_at: 0 }]), "pending", "a list that was not followed to its end");
  t.equal(said([{ ...list, kept_at: 0, last_outcome: "timeout" }]), "source_error");
  t.equal(said([list, { ...own, last_outcome: "http_error" }]), "source_error", "its own schedule is on the list");
  t.equal(said([list, { ...own, last_outcome: "rate_limited" }]), "source_rate_limited");
  t.equal(said([list, { ...own, last_outcome: "not_offered", kept_at: 0 }]), "no_source", "it is not given away");
  t.equal(said([list, own]), "stale", "what was read once is no schedule that is not there");
  const over = whole.unlocks.map((row) => ({ ...row, at: [], amount: [], kind: [] }));
  t.match(sectionsOf("aave", { unlocks: over }).supply, { next_unlock: null, unlocks_30d_pct: 0, unlocks_90d_pct: 0 });
  t.end();
});

t.test("market: value locked, stablecoins, chains and the week's unlocks", (t) => {
  const { overview, flows, chains, events } = marketOf();
  t.match(overview, { defi_tvl_usd: 1e11, stablecoin_market_cap_usd: 3e11 });
  t.match(flows, { stablecoin_supply_change_24h_usd: 1e9, stablecoin_supply_change_7d_usd: 1e10 });
  t.match(chains.chains, [
    { chain: "btc", tvl_usd: 5e9, stablecoins_usd: "unassessed", last_block: "unassessed", status: "ok" },
    { chain: "eth", tvl_usd: 1e9, tvl_change_24h_pct: -20, tvl_change_7d_pct: 25, fees_24h_usd: 3e6 },
  ]);
  t.equal(reasonOf(chains, "/chains/0/stablecoins_usd"), "no_source");
  const unlocks = Array.isArray(events.events) ? events.events.filter(({ kind }) => kind === "unlock") : [];
  t.equal(unlocks.length, TRACKED.filter((token) => !isNeverLocked({ token, unlock: null })).length);
  t.match(unlocks[0], { title: /unlock/, url: null });
  const gone = marketOf({ chainTvls: [], stablecoins: [], unlocks: [], detections: [], ...failing });
  t.equal(reasonOf(gone.overview, "/defi_tvl_usd"), "source_error");
  t.equal(reasonOf(gone.overview, "/stablecoin_market_cap_usd"), "source_error");
  t.equal(reasonOf(gone.flows, "/stablecoin_supply_change_24h_usd"), "source_error");
  t.equal(reasonOf(gone.chains, "/chains"), "pending");
  const kinds = gone.events.events === "unassessed" ? [] : gone.events.events.map(({ kind }) => kind);
  t.notOk(kinds.includes("unlock"), "no schedule was read, so none is told");
  t.end();
});

t.test("what the signal rules read", (t) => {
  const facts = factsOf(whole);
  const rows = facts.tokens.get("aave");
  const chain = facts.tokens.get("ethereum");
  if (!rows || !chain) throw new Error("no rows");
  t.equal(measureTvl(rows, AS_OF).neutralChange24h, -15);
  const unasked = { ...rows, tvl: rows.tvl && { ...rows.tvl, neutral_change_pct: null } };
  t.match(measureTvl(unasked, AS_OF).neutralChange24h, { gap: "pending" });
  t.match(upcomingUnlocks(measureUnlocks(facts, rows, 100, 1e6)), [
    { at: AS_OF + 72 * HOUR_MS, pct_of_circulating: 20 },
    { at: AS_OF + 960 * HOUR_MS, pct_of_circulating: 30 },
  ]);
  t.end();
});

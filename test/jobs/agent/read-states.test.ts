// Sources of agents' numbers: every call that may have brought what a number is made of, whatever a venue calls it.
import t from "tap";
import { openStates } from "../../../jobs/agent/read-states.ts";
import { mayBring } from "../../../jobs/source-info.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const built = buildState(factsOf(wholeRows()), "bitcoin");
const ENDPOINTS = [
  ...["binance-open-interest", "bybit.tickers", "gate.contracts", "hyperliquid.info", "okx.openInterest"],
  ...["binance-funding", "okx.fundingRate", "okx.taker", "gate.contractStats", "okx.liquidations"],
];
const numbered = (endpoints: readonly string[]) =>
  endpoints.map((endpoint, at) => ({
    ...{ id: `S${at + 1}`, provider: "sandbox:venue", endpoint, as_of: new Date(AS_OF).toISOString() },
  }));
const state: BuiltState = {
  ...built,
  sources: numbered([...ENDPOINTS, "coins.markets"]),
  calls: [],
  sections: {
    ...built.sections,
    derivatives: { ...built.sections.derivatives, sources: ENDPOINTS.map((_, at) => `S${at + 1}`) },
    supply: { ...built.sections.supply, sources: [`S${ENDPOINTS.length + 1}`] },
  },
};

t.test("a number rests on every venue's call that may have brought it", async (t) => {
  const { metric, reading } = openStates([state]);
  const named = (ids: readonly string[]) => ids.map((id) => state.sources[Number(id.slice(1)) - 1]?.endpoint);
  const interest = named(metric(state, "oi_to_market_cap_pct", 1).sources);
  for (const endpoint of [...ENDPOINTS.slice(0, 5), "coins.markets"]) t.ok(interest.includes(endpoint), endpoint);
  t.notOk(interest.includes("okx.fundingRate"), "what is known to bring something else is left out");
  const funding = named(metric(state, "abs_funding_apr_pct", 1).sources);
  for (const endpoint of ENDPOINTS.slice(0, 7)) t.ok(funding.includes(endpoint) || endpoint === "okx.taker", endpoint);
  const closed = named(metric(state, "liquidations_to_oi_pct", 1).sources);
  for (const endpoint of ["gate.contractStats", "okx.liquidations", "okx.openInterest"])
    t.ok(closed.includes(endpoint), endpoint);
  t.same(named(reading(state, "derivatives", [], 1).sources), ENDPOINTS, "the whole section where nothing is named");
});

t.test("what the registry does not say of an endpoint may have brought anything", async (t) => {
  t.ok(mayBring("nobody.knows", ["funding"]));
  t.ok(mayBring("bybit.tickers", ["funding"]));
  t.ok(mayBring("bybit.tickers", ["open_interest"]));
  t.notOk(mayBring("okx.openInterest", ["funding"]));
});

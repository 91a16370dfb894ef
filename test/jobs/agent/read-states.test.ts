// Sources of agents' numbers: every call that may have brought what a number is made of, whatever a venue calls it.
import t from "tap";
import { openStates } from "../../../jobs/agent/read-states.ts";
import { mayBring } from "../../../jobs/source-info.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import type { DatasetId } from "../../../schema/freshness.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const built = buildState(factsOf(wholeRows()), "bitcoin");
const ENDPOINTS = [
  ...["binance-open-interest", "bybit.tickers", "gate.contracts", "hyperliquid.info", "okx.openInterest"],
  ...["binance-funding", "okx.fundingRate", "okx.taker", "gate.contractStats", "okx.liquidations"],
];
/** What a price is made of: minutes of venues, weighed by their days. */
const PRICED = ["binance.klines", "coinbase.stats"];
const numbered = (endpoints: readonly string[]) =>
  endpoints.map((endpoint, at) => ({
    ...{ id: `S${at + 1}`, provider: "sandbox:venue", endpoint, as_of: new Date(AS_OF).toISOString() },
  }));
const state: BuiltState = {
  ...built,
  sources: numbered([...ENDPOINTS, "coins.markets", ...PRICED]),
  calls: [],
  sections: {
    ...built.sections,
    derivatives: { ...built.sections.derivatives, sources: ENDPOINTS.map((_, at) => `S${at + 1}`) },
    supply: { ...built.sections.supply, sources: [`S${ENDPOINTS.length + 1}`] },
    market: { ...built.sections.market, sources: PRICED.map((_, at) => `S${ENDPOINTS.length + 2 + at}`) },
  },
};

t.test("a number rests on every venue's call that may have brought it", async (t) => {
  const { metric, reading } = openStates([state]);
  const named = (ids: readonly string[]) => ids.map((id) => state.sources[Number(id.slice(1)) - 1]?.endpoint);
  const interest = named(metric(state, "oi_to_market_cap_pct", 1).sources);
  for (const endpoint of [...ENDPOINTS.slice(0, 5), "coins.markets", ...PRICED])
    t.ok(interest.includes(endpoint), endpoint);
  for (const endpoint of ["okx.fundingRate", "okx.liquidations", "okx.taker"])
    t.notOk(interest.includes(endpoint), `${endpoint} is known to bring something else`);
  const funding = named(metric(state, "abs_funding_apr_pct", 1).sources);
  for (const endpoint of ENDPOINTS.slice(0, 7)) t.ok(funding.includes(endpoint), endpoint);
  for (const endpoint of ["okx.taker", "okx.liquidations"]) t.notOk(funding.includes(endpoint), endpoint);
  const closed = named(metric(state, "liquidations_to_oi_pct", 1).sources);
  for (const endpoint of ["gate.contractStats", "okx.liquidations", "okx.openInterest"])
    t.ok(closed.includes(endpoint), endpoint);
  t.same(named(reading(state, "derivatives", [], 1).sources), ENDPOINTS, "the whole section where nothing is named");
});

t.test("what the registry does not say of an endpoint may have brought anything", async (t) => {
  const may = (endpoint: string, dataset: DatasetId, provider = "sandbox:venue") =>
    mayBring({ endpoint, provider }, [dataset]);
  t.ok(may("nobody.knows", "funding"));
  t.ok(may("bybit.tickers", "funding"));
  t.ok(may("bybit.tickers", "open_interest"));
  t.notOk(may("okx.openInterest", "funding"));
  t.notOk(may("", "funding"), "a source that is not listed is none of it");
});

t.test("no endpoint's name says what it brings: its source does", async (t) => {
  const may = (endpoint: string, dataset: DatasetId, provider = "sandbox:venue") =>
    mayBring({ endpoint, provider }, [dataset]);
  // Calls by the token, of the past, and such as another is read with.
  for (const [endpoint, dataset] of [
    ["okx.accounts", "long_short"],
    ["okx.historyCandles", "candle"],
    ["binance.fapi.klines", "taker_volume"],
    ["binance.fapi.klines", "candle"],
    ["gate.contractStats", "liquidation"],
    ["candle-1m", "candle"],
  ] as const)
    t.ok(may(endpoint, dataset), endpoint);
  t.notOk(may("okx.accounts", "open_interest"));
  t.notOk(may("gate.contractStats", "funding"));
  // Of providers that are no exchange all that they bring; two sources of one call the same for different things.
  t.ok(may("token_security", "contract_risk", "sandbox:goplus"));
  t.notOk(may("token_security", "exchange_flow", "goplus"));
  t.ok(may("protocol", "tvl", "defillama"));
  t.ok(may("protocol", "reserve", "defillama"));
  t.notOk(may("protocol", "exchange_flow", "defillama"));
  t.notOk(may("emissions", "tvl", "defillama"));
});

// Flows of funds: the last whole day that was reported of both coins, over weekends and holidays, or why there is none.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { DatasetId } from "../../../schema/freshness.ts";
import { citedBy } from "../../support/api/cited.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const TODAY = Math.floor(AS_OF / DAY_MS) * DAY_MS;
const WHOLE = wholeRows();
const states = new Map([["bitcoin", buildState(factsOf(WHOLE), "bitcoin")]]);
const UNSET = new Map<DatasetId, string>([["fund_flow", "DEFILLAMA_API_KEY"]]);

type Flow = FactRows["fundFlows"][number];
const flow = (token: string, daysAgo: number, usd: number): Flow => ({
  token,
  provider: "sandbox:defillama",
  read_at: TODAY - daysAgo * DAY_MS,
  retrieved_ms: AS_OF - HOUR_MS,
  netflow_usd: usd,
});
const both = (daysAgo: number, usd: number): Flow[] => [
  flow("bitcoin", daysAgo, usd),
  flow("ethereum", daysAgo, usd / 10),
];
const call = (outcome: string): FactRows["calls"][number] => ({
  ...(WHOLE.calls[0] as FactRows["calls"][number]),
  source: "defillama-fund-flow",
  token: "",
  last_outcome: outcome,
});

function flowsOf(fundFlows: readonly Flow[], rows: Partial<FactRows> = {}, unset?: typeof UNSET, asOf = AS_OF) {
  const facts = { ...factsOf({ ...WHOLE, ...rows, fundFlows }), asOf };
  const given = unset === undefined ? {} : { unset };
  const built = buildMarket({ asOf, facts, states, chainHeads: [], ...given });
  const { flows } = built.sections;
  return {
    value: flows.etf_netflow_1d_usd,
    why: flows.unassessed.find(({ path }) => path === "/etf_netflow_1d_usd"),
    source: citedBy(built, flows).find(({ endpoint }) => endpoint === "fund_flow"),
    listed: built.sources.find(({ endpoint }) => endpoint === "fund_flow"),
    flows,
  };
}

t.test("both coins of the newest whole day are summed, and the source says which day", (t) => {
  const { value, source, listed, why } = flowsOf([...both(0, 1e9), ...both(1, -2e8), ...both(2, 3e8)]);
  t.equal(value, -2.2e8, "today is not over");
  t.match(source, { provider: "sandbox:defillama", as_of: new Date(TODAY - DAY_MS).toISOString() });
  t.match(listed, { id: source?.id, status: "ok", rows: null }, "the market lists it; no call of it is stored");
  t.equal(why, undefined);
  t.equal(flowsOf([flow("bitcoin", 1, 5), ...both(2, 3e8)]).value, 3.3e8, "a day told of one coin waits for the other");
  t.equal(flowsOf([flow("solana", 1, 9e9), ...both(1, 10)]).value, 11, "funds of other coins are no part");
  t.equal(flowsOf([flow("bitcoin", 1, 0), flow("ethereum", 1, 0)]).value, 0, "nothing moved is a value");
  t.end();
});

t.test("coverage counts the member", (t) => {
  const [told, untold] = [flowsOf(both(1, 1)).flows.coverage, flowsOf([]).flows.coverage];
  t.equal(told.expected, untold.expected);
  t.equal(told.assessed, untold.assessed + 1);
  t.end();
});

t.test(
  "the last day before a long weekend stands until the next one is told, and no longer than the hard limit",
  (t) => {
    const last = both(1, 7e7);
    const at = TODAY - DAY_MS;
    t.equal(
      flowsOf(last, {}, undefined, at + 5 * DAY_MS + 6 * HOUR_MS).value,
      7.7e7,
      "the weekend, a holiday, and the morning after the day that follows",
    );
    const rows = { calls: [call("ok")] };
    const late = flowsOf(last, rows, undefined, at + 6 * DAY_MS + 1_000);
    t.equal(late.value, "unassessed");
    t.match(late.why, { reason: "stale", since: new Date(at).toISOString(), retry_after_s: 1_800 });
    t.equal(late.source, undefined, "what is not shown is no source");
    t.end();
  },
);

t.test("each reason for no value is told apart", (t) => {
  const reasonOf = (rows: readonly Flow[], calls: FactRows["calls"], unset?: typeof UNSET) =>
    flowsOf(rows, { calls }, unset).why?.reason;
  t.equal(reasonOf([], []), "pending");
  t.equal(reasonOf([], [call("http_error")]), "source_error");
  t.equal(reasonOf([], [call("rate_limited")]), "source_rate_limited");
  t.equal(reasonOf([flow("bitcoin", 1, 5)], [call("ok")]), "insufficient_coverage");
  t.equal(reasonOf([flow("bitcoin", 1, 5)], [call("timeout")]), "source_error");
  const { why } = flowsOf([], { calls: [] }, UNSET);
  t.match(why, { reason: "not_configured", detail: /DEFILLAMA_API_KEY/ });
  t.equal(flowsOf(both(1, 1), {}, UNSET).value, 1.1, "what was read while there was a key is shown until it is old");
  t.end();
});

// trade-gatekeeper over planted orders: each verdict, what size cures and what it does not, and that nothing lost is allowed.
import fc from "fast-check";
import t from "tap";
import { judge } from "../../../jobs/agent/judge.ts";
import { gateOf, tradeGatekeeper } from "../../../jobs/agent/trade-gatekeeper.ts";
import { citedSources } from "../../../jobs/evaluate/evaluate.ts";
import { evaluateOrder } from "../../../jobs/evaluate/evaluate-order.ts";
import { liquidityOf, orderOf } from "../../../jobs/evaluate/order.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import type { EvaluatePolicy, Evaluation, OrderRequest } from "../../../schema/object/evaluation.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { soothe } from "../../support/calm-metrics.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const rows = wholeRows();
const maker = soothe(buildState(factsOf(rows), "maker"));
const BOOKS = rows.books.filter(({ token }) => token === "maker");
const NO_QUOTES = { quotes: null, chain: null, sources: [], calls: [] };

type Change = { readonly [S in keyof BuiltState["sections"]]?: Partial<BuiltState["sections"][S]> };

const changed = (change: Change): BuiltState => {
  const sections = { ...maker.sections } as Record<string, object>;
  for (const [id, part] of Object.entries(change)) sections[id] = { ...sections[id], ...part };
  return { ...maker, sections: sections as unknown as BuiltState["sections"] };
};

/** The evaluation of an order, as it is issued. */
function evaluated(state: BuiltState, request: OrderRequest) {
  const order = orderOf(request, state.sections.market.price_usd);
  if (isGap(order)) throw new Error("no price");
  const liquidity = liquidityOf(state, BOOKS, order, AS_OF);
  const data = evaluateOrder(state, order, liquidity, NO_QUOTES, AS_OF);
  const about = { hash: "0".repeat(64), verify_url: "http://localhost:8080/v1/verify/x" };
  const { sources, calls } = citedSources(state, data);
  const evaluation: Evaluation = {
    ...{ object: "evaluation", id: `eval_${"0".repeat(26)}`, as_of: toTime(AS_OF), sources: [...sources] },
    data: { ...data, ...about },
  };
  return { evaluation, calls };
}

function run(test: Parameters<typeof plantedRun>[0], state: BuiltState, sizeUsd: number, rules?: EvaluatePolicy) {
  const { evaluation, calls } = evaluated(state, {
    size_usd: sizeUsd,
    ...(rules === undefined ? {} : { policy: rules }),
  });
  const gathered = gateOf(evaluation, calls, rules?.allow_unassessed ?? []);
  return plantedRun(test, tradeGatekeeper, { token: "maker", size_usd: sizeUsd }, gathered, AS_OF);
}

const SMALL = 1_000;
const HUGE = 1_000_000;

t.test("every verdict is reached, and says by what", async (t) => {
  const cases = [
    [{}, SMALL, undefined, "ALLOW", "within_limits"],
    [{}, HUGE, undefined, "REDUCE", undefined],
    [{}, SMALL * 20, { max_impact_pct: 0 }, "BLOCK", "no_safe_size"],
    [{ security: { contract_risk: "high" } }, SMALL, undefined, "BLOCK", "contract_risk_high"],
    [{ liquidity: { depth_2pct_usd: 10_000 } }, SMALL, undefined, "BLOCK", "depth_thin"],
    [{ market: { change_24h_pct: -60 }, supply: { unlocks_7d_pct: 9 } }, SMALL, undefined, "BLOCK", "points"],
    [{}, SMALL, { deny_tokens: ["maker"] }, "BLOCK", "rules_failed"],
    [{ security: { contract_risk: "unassessed" } }, SMALL, undefined, "BLOCK", "not_measured"],
  ] as const;
  for (const [change, size, rules, verdict, code] of cases) {
    const data = run(t, changed(change as Change), size, rules as EvaluatePolicy | undefined);
    t.match(data, { verdict, charged: true, rests_on: [{ token: "maker" }] }, JSON.stringify([change, size, rules]));
    if (code !== undefined) t.equal(data.reasons[0]?.code, code, data.summary);
  }
});

t.test("a caution stays as a reason of an order that is allowed", async (t) => {
  const data = run(t, changed({ derivatives: { funding_apr_pct: 45 } }), SMALL);
  t.match(data, { verdict: "ALLOW", verdict_class: "proceed" });
  t.ok(data.reasons.some(({ code, verdict }) => code === "funding_high" && verdict === "ALLOW"));
});

t.test("the largest safe size passes when asked again, and one per cent more does not", async (t) => {
  for (const rules of [undefined, { max_impact_pct: 0.2 }, { max_depth_share_pct: 5 }]) {
    const { verdict, details } = run(t, maker, HUGE, rules);
    const safe = details.max_safe_size_usd as number;
    t.equal(verdict, "REDUCE");
    t.ok(safe > 10, `${safe}`);
    t.equal(run(t, maker, safe, rules).verdict, "ALLOW", `${safe}`);
    t.equal(run(t, maker, safe * 1.01, rules).verdict, "REDUCE");
  }
});

t.test(
  "without books or quotes an order is blocked and costs nothing where no contract was looked at either",
  async (t) => {
    const none = { liquidity: { venues: "unassessed", depth_2pct_usd: "unassessed", impact: "unassessed" } } as Change;
    t.match(run(t, changed(none), SMALL), { verdict: "BLOCK", charged: true, details: { max_safe_size_usd: null } });
    const native = { ...none, security: { applicable: false, contract_risk: null, contracts: [] } } as Change;
    t.match(run(t, changed(native), SMALL), { verdict: "BLOCK", charged: false });
  },
);

t.test("a rule whose measurement the caller accepts missing does not block", async (t) => {
  const lost = changed({ derivatives: { funding_apr_pct: "unassessed", applicable: "unassessed" } });
  const rules = { max_funding_apr_pct: 50 };
  t.equal(run(t, lost, SMALL, rules).verdict, "BLOCK");
  t.not(run(t, lost, SMALL, { ...rules, allow_unassessed: ["leverage"] }).reasons[0]?.code, "rules_failed");
});

const LEAVES = [
  ["market", "change_1h_pct"],
  ["market", "change_24h_pct"],
  ["market", "volume_24h_usd"],
  ["liquidity", "depth_2pct_usd"],
  ["liquidity", "spread_bps"],
  ["derivatives", "funding_apr_pct"],
  ["derivatives", "oi_to_market_cap_pct"],
  ["onchain", "exchange_netflow_24h_usd"],
  ["onchain", "tvl_change_24h_pct"],
  ["supply", "unlocks_7d_pct"],
  ["context", "btc_change_24h_pct"],
  ["security", "contract_risk"],
] as const;

t.test("whatever of the state is lost, no order is allowed that was not", async (t) => {
  const bad = fc.constantFrom<Change>(
    {},
    { security: { contract_risk: "high" } },
    { liquidity: { depth_2pct_usd: 10_000 } },
    { liquidity: { spread_bps: 150 } },
    { market: { change_24h_pct: -60 }, supply: { unlocks_7d_pct: 9 } },
    { derivatives: { oi_to_market_cap_pct: 30 }, onchain: { tvl_change_24h_pct: -40 } },
    { context: { btc_change_24h_pct: -12 }, supply: { unlocks_7d_pct: 9 } },
  );
  const verdictOf = (state: BuiltState, size: number) => {
    const { facts } = gateOf(evaluated(state, { size_usd: size }).evaluation, [], []);
    return judge(tradeGatekeeper.card, tradeGatekeeper.read(facts, {})).class;
  };
  assertProperty(
    fc.property(bad, fc.constantFrom(...LEAVES), fc.constantFrom(SMALL, HUGE), (change, [section, name], size) => {
      const state = changed(change);
      const part = state.sections[section];
      const unassessed = [{ path: `/${name}`, reason: "stale" as const }, ...part.unassessed];
      const lost = {
        ...state,
        sections: { ...state.sections, [section]: { ...part, [name]: "unassessed", unassessed } },
      };
      return verdictOf(state, size) === "proceed" || verdictOf(lost as BuiltState, size) !== "proceed";
    }),
    { numRuns: 40 },
  );
  t.pass();
});

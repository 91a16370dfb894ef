// trade-gatekeeper over planted orders: each verdict, what size cures and what it does not, and that nothing lost is allowed.
import fc from "fast-check";
import t from "tap";
import { judge } from "../../../jobs/agent/judge.ts";
import { gateOf, tradeGatekeeper } from "../../../jobs/agent/trade-gatekeeper.ts";
import { citedSources } from "../../../jobs/evaluate/evaluate.ts";
import { evaluateOrder } from "../../../jobs/evaluate/evaluate-order.ts";
import { liquidityOf, orderOf } from "../../../jobs/evaluate/order.ts";
import { contractRiskOf } from "../../../jobs/evaluate/read-metrics.ts";
import { gap, isGap } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { lostOf } from "../../../schema/evaluation/lost.ts";
import type { EvaluatePolicy, Evaluation, OrderRequest } from "../../../schema/object/evaluation.ts";
import type { Reason } from "../../../schema/reason.ts";
import { isAssessed } from "../../../schema/shape/quantity.ts";
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
function evaluated(state: BuiltState, request: OrderRequest, books: typeof BOOKS = BOOKS) {
  const order = orderOf(request, state.sections.market.price_usd);
  if (isGap(order)) throw new Error("no price");
  const liquidity = liquidityOf(state, books, order, AS_OF);
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
  const gathered = gateOf(evaluation, calls, rules?.allow_unassessed ?? [], null);
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

t.test("an order larger than the books hold is too large, and told the size that is not", async (t) => {
  const past = 500_000_000;
  const { evaluation } = evaluated(maker, { size_usd: past });
  t.equal(evaluation.data.order?.impact_pct, "unassessed", "the books end before it");
  for (const rules of [undefined, { max_impact_pct: 0.2 }]) {
    const { verdict, details, reasons } = run(t, maker, past, rules);
    t.equal(verdict, "REDUCE");
    t.ok(reasons.some(({ code }) => code === "size_objections"));
    const safe = Number(details.max_safe_size_usd);
    t.equal(run(t, maker, safe, rules).verdict, "ALLOW", `${safe}`);
    t.not(run(t, maker, safe * 1.01, rules).verdict, "ALLOW");
  }
  t.equal(run(t, changed({ security: { contract_risk: "high" } }), past).verdict, "BLOCK");
  t.equal(
    run(t, changed({ liquidity: { spread_bps: "unassessed" } }), past).verdict,
    "BLOCK",
    "that size does not cure",
  );
  t.equal(run(t, changed({ market: { volume_24h_usd: "unassessed" } }), past).verdict, "BLOCK");
});

t.test("REDUCE always tells a size that goes through and of which one per cent more does not", async (t) => {
  const hundredths = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((one) => one / 100);
  const sizes = hundredths(7).map((power) => Math.round(10 ** (2 + power)));
  const books = hundredths(3).map((power) => {
    const thin = (coins: readonly number[]) => coins.map((one) => one / 10 ** power);
    return BOOKS.map((book) => ({ ...book, bid_native: thin(book.bid_native), ask_native: thin(book.ask_native) }));
  });
  const changes = fc.constantFrom<Change>(
    {},
    { derivatives: { funding_apr_pct: 45 } },
    { liquidity: { spread_bps: "unassessed" } },
    { liquidity: { depth_2pct_usd: "unassessed" } },
    { market: { volume_24h_usd: "unassessed" } },
    { security: { contract_risk: "unassessed" } },
    { market: { change_24h_pct: -60 }, supply: { unlocks_7d_pct: 9 } },
  );
  const policy = fc.record(
    {
      max_impact_pct: hundredths(5),
      max_volume_share_pct: hundredths(3),
      max_depth_share_pct: hundredths(150),
    },
    { requiredKeys: [] },
  );
  let reduced = 0;
  assertProperty(
    fc.property(sizes, books, changes, policy, fc.constantFrom("buy", "sell"), (size, own, change, rules, side) => {
      const state = changed(change);
      const judgedAt = (sizeUsd: number) => {
        const { evaluation } = evaluated(state, { size_usd: sizeUsd, side, policy: rules }, own);
        const { facts } = gateOf(evaluation, [], [], null);
        const judged = judge(tradeGatekeeper.card, tradeGatekeeper.read(facts, {}));
        return { judged, details: tradeGatekeeper.tell(facts, {}, judged).details as Record<string, unknown> };
      };
      const { judged, details } = judgedAt(size);
      if (judged.verdict !== "REDUCE") return true;
      reduced += 1;
      const safe = details.max_safe_size_usd;
      if (typeof safe !== "number" || safe < 10 || safe >= size) return false;
      return judgedAt(safe).judged.verdict === "ALLOW" && judgedAt(safe * 1.01).judged.verdict !== "ALLOW";
    }),
    { numRuns: 300 },
  );
  t.ok(reduced > 20, `${reduced} were to be smaller`);
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

t.test("nobody's word on what an owner may do is no good word", async (t) => {
  const state = changed({});
  const { security } = state.sections;
  if (!isAssessed(security.contracts)) throw new Error("no contracts");
  const { contracts } = security;
  const unread = (reason: Reason, level = security.contract_risk): BuiltState => ({
    ...state,
    sections: {
      ...state.sections,
      security: {
        ...security,
        contract_risk: level,
        contracts: contracts.map((one, at) => (at === 0 ? { ...one, other_risks: "unassessed" as const } : one)),
        unassessed: [{ path: "/contracts/0/other_risks", reason }, ...security.unassessed],
      },
    },
  });
  const judged = (one: BuiltState) => {
    const { facts } = gateOf(evaluated(one, { size_usd: SMALL }).evaluation, [], [], null);
    return judge(tradeGatekeeper.card, tradeGatekeeper.read(facts, {})).class;
  };
  t.equal(judged(state), "proceed");
  for (const reason of ["pending", "stale", "source_error", "source_rate_limited"] as const) {
    t.not(judged(unread(reason)), "proceed", reason);
    const { data } = evaluated(unread(reason), { size_usd: SMALL }).evaluation;
    t.not(data.verdict, "proceed", `the evaluation itself: ${reason}`);
    const lost = lostOf(data).map(({ check }) => check);
    t.ok(lost.includes("contract_risk"), "what it was judged without is counted");
  }
  t.equal(judged(unread("pending", "critical")), "avoid", "a danger that is known is one");
  t.equal(contractRiskOf(unread("pending", "high").sections.security), "high");
  t.same(contractRiskOf(unread("stale", "medium").sections.security), gap("stale"));
});

t.test("that no signal of depth is open says nothing while its rule is not judged", async (t) => {
  const { signals } = maker.sections;
  const open = (kinds: readonly string[], reason: Reason) =>
    changed({
      signals: { ...signals, open: [], partial: [{ path: "/open", reason, kinds: [...kinds] }] },
      market: { change_24h_pct: -12 },
    });
  const lost = (state: BuiltState) =>
    lostOf(evaluated(state, { size_usd: SMALL }).evaluation.data).map(({ check }) => check);
  t.ok(lost(open(["depth_drop"], "source_error")).includes("depth_signals_open"));
  t.notOk(lost(open(["depth_drop"], "insufficient_history")).includes("depth_signals_open"), "young is no loss");
  t.notOk(lost(open(["tvl_drop"], "source_error")).includes("depth_signals_open"));
});

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
    const { facts } = gateOf(evaluated(state, { size_usd: size }).evaluation, [], [], null);
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

import fc from "fast-check";
import t from "tap";
import { evaluateState } from "../../../jobs/evaluate/evaluate.ts";
import { judgeAll, judgeDimension, type Order, overallOf, thresholdOf } from "../../../jobs/evaluate/judge.ts";
import type { Metrics } from "../../../jobs/evaluate/read-metrics.ts";
import { gap } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { compile } from "../../../schema/check.ts";
import { EVAL_1 } from "../../../schema/evaluation/eval-1.ts";
import { evaluationId, slotOfId } from "../../../schema/evaluation/evaluation-id.ts";
import { METRIC_IDS, type MetricId } from "../../../schema/evaluation/metric.ts";
import { DIMENSIONS, VERDICTS } from "../../../schema/evaluation/rule.ts";
import { EVALUATION_RULES, RULE_SETS } from "../../../schema/evaluation/rule-set.ts";
import { evaluation } from "../../../schema/object/evaluation.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { CALM, calm, soothe } from "../../support/calm-metrics.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { cleanScan } from "../../support/rows/outside-rows.ts";

const order = (sized: boolean, side: "buy" | "sell"): Order => ({ sized, side, policy: {} });

t.test("a calm market proceeds in every dimension", (t) => {
  const judged = judgeAll(calm(), order(true, "sell"));
  for (const id of DIMENSIONS) t.equal(judged[id].verdict, "proceed", id);
  t.equal(overallOf(judged, false), "proceed");
  t.equal(overallOf(judged, true), "avoid", "a failed policy is avoid");
  t.end();
});

for (const rule of EVALUATION_RULES) {
  t.test(`${rule.code} fires at its threshold and not below`, (t) => {
    for (const sigma of rule.sigma ? [0, 4, 50] : [0]) {
      const base = rule.sigma ? { [rule.sigma.metric]: sigma } : {};
      const at = thresholdOf(rule, calm(base), {});
      const step = (Math.abs(at) || 1) * 1e-9;
      const up = rule.comparator.startsWith(">");
      const inside = rule.comparator.endsWith("=") ? at : up ? at + step : at - step;
      const outside = rule.comparator.endsWith("=") ? (up ? at - step : at + step) : at;
      const fires = (value: number) =>
        judgeDimension(rule.dimension, calm({ ...base, [rule.metric]: value }), order(true, "sell")).fired.some(
          (one) => one.rule === rule,
        );
      t.equal(fires(inside), true, `${inside}`);
      t.equal(fires(outside), false, `${outside}`);
    }
    t.end();
  });
}

t.test("what is lost never makes a verdict proceed, of the whole or of a dimension", (t) => {
  const value = fc.oneof(fc.constant(0), fc.double({ min: -60, max: 120, noNaN: true }));
  const metrics = fc.record(
    Object.fromEntries(METRIC_IDS.map((id) => [id, fc.oneof(fc.constant(CALM[id] ?? 0), value)])),
  );
  assertProperty(
    fc.property(metrics, fc.subarray([...METRIC_IDS]), fc.boolean(), (all, lost, sized) => {
      const before = judgeAll(all as Metrics, order(sized, "buy"));
      const fewer = { ...all, ...Object.fromEntries(lost.map((id) => [id, gap("source_error")])) } as Metrics;
      const after = judgeAll(fewer, order(sized, "buy"));
      for (const id of DIMENSIONS) {
        if (after[id].verdict === "proceed" && before[id].verdict !== "proceed") return false;
      }
      return overallOf(after, false) !== "proceed" || overallOf(before, false) === "proceed";
    }),
    { numRuns: 2_000 },
  );
  t.end();
});

const rank = (verdict: (typeof VERDICTS)[number]) => VERDICTS.indexOf(verdict);
const OF_MARKET: readonly MetricId[] = EVALUATION_RULES.flatMap(({ scope, metric }) =>
  scope === "market" ? metric : [],
);
const anyMetrics = fc.record(
  Object.fromEntries(
    METRIC_IDS.map((id) => [id, fc.oneof(fc.constant(CALM[id] ?? 0), fc.double({ min: -60, max: 120, noNaN: true }))]),
  ),
);

t.test("what is true of the whole market makes nothing worse alone, and something worse beside a token's own", (t) => {
  const market = fc.record(
    Object.fromEntries(OF_MARKET.map((id) => [id, fc.double({ min: -60, max: 120, noNaN: true })])),
  );
  assertProperty(
    fc.property(market, (values) => overallOf(judgeAll(calm(values), order(false, "buy")), false) === "proceed"),
    { numRuns: 500 },
  );
  const crash = { btc_change_24h_pct: -15, breadth_up_24h_pct: 2 };
  const own = { unlock_7d_pct: 2 };
  const of = (values: Parameters<typeof calm>[0]) => overallOf(judgeAll(calm(values), order(false, "buy")), false);
  t.equal(judgeAll(calm(crash), order(false, "buy")).context.verdict, "avoid", "the dimension says it all the same");
  t.same([of(crash), of(own), of({ ...crash, ...own })], ["proceed", "caution", "avoid"]);
  t.equal(overallOf(judgeAll(calm(crash), { ...order(false, "buy"), rules: EVAL_1 }), false, EVAL_1), "caution");
  t.end();
});

t.test("nothing that speaks against a token, or of its market, ever makes its verdict milder", (t) => {
  const graver = fc.constantFrom(
    ...EVALUATION_RULES.filter(({ verdict, only }) => verdict === "avoid" && only === undefined),
  );
  assertProperty(
    fc.property(anyMetrics, graver, (all, rule) => {
      const of = (metrics: Metrics) => overallOf(judgeAll(metrics, order(false, "buy")), false);
      const known = all as Metrics;
      const at = thresholdOf(rule, known, {});
      const beyond = rule.comparator.startsWith(">") ? at + 1 : at - 1;
      return rank(of({ ...known, [rule.metric]: beyond })) >= rank(of(known));
    }),
    { numRuns: 1_000 },
  );
  t.end();
});

t.test("each threshold says why, and the market's own are marked", (t) => {
  for (const { code, dimension, scope, why = "" } of EVALUATION_RULES) {
    t.match(why, /^[A-Z0-9].{15,}\.$/, code);
    t.equal(scope, dimension === "context" ? "market" : undefined, code);
  }
  t.equal(new Set(EVALUATION_RULES.map(({ code }) => code)).size, EVALUATION_RULES.length);
  t.end();
});

t.test("an evaluation of older rules is judged by them again, and says so", (t) => {
  const state = soothe(buildState(factsOf(wholeRows()), "maker"));
  for (const rules of RULE_SETS) t.equal(evaluateState(state, AS_OF, null, {}, rules).rules_version, rules.version);
  t.end();
});

t.test("a dimension that is left at caution by what was lost lets nothing proceed", (t) => {
  const crowded = { long_short_ratio: 4, oi_change_4h_pct: 20 };
  t.equal(overallOf(judgeAll(calm(crowded), order(false, "buy")), false), "caution");
  const fewer = judgeAll(calm({ ...crowded, oi_change_4h_pct: gap("source_error") }), order(false, "buy"));
  t.equal(fewer.leverage.verdict, "caution");
  t.equal(overallOf(fewer, false), "caution");
  t.end();
});

t.test("every tracked token's evaluation fits its shape and says what it looked at", (t) => {
  const isEvaluation = compile(evaluation);
  const facts = factsOf(wholeRows());
  for (const { id } of TRACKED) {
    const state = buildState(facts, id);
    const data = evaluateState(state, AS_OF, null);
    const named = { ...data, hash: "0".repeat(64), verify_url: "/v1/verify/x" };
    const as_of = "2026-11-20T12:00:00.000Z";
    const whole = { object: "evaluation", id: "eval_x", as_of, data: named, sources: state.sources };
    t.ok(isEvaluation(whole), `${id} ${isEvaluation.describe()}`);
    for (const one of Object.values(data.dimensions)) if (one.verdict === "proceed") t.ok(one.reasons.length > 0);
  }
  t.end();
});

t.test("honeypot, 60 % tax, closed source, no scan, no book: never proceed", (t) => {
  const rows = wholeRows();
  const scan = cleanScan("maker", "eth", "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2", "goplus", AS_OF);
  const others = rows.contracts.filter(({ token }) => token !== "maker");
  const cases = {
    honeypot: { contracts: [...others, { ...scan, honeypot: 1 }] },
    tax: { contracts: [...others, { ...scan, sell_tax_pct: 60 }] },
    closed: { contracts: [...others, { ...scan, open_source: 0 }] },
    unscanned: { contracts: others },
    bookless: { books: [] },
    thin: { books: rows.books.map((book) => ({ ...book, bid_2_usd: 1_000, ask_2_usd: 1_000 })) },
  };
  t.equal(evaluateState(soothe(buildState(factsOf(rows), "maker")), AS_OF, null).verdict, "proceed");
  for (const [name, change] of Object.entries(cases)) {
    const state = soothe(buildState(factsOf({ ...rows, ...change }), "maker"));
    const data = evaluateState(state, AS_OF, null);
    t.not(data.verdict, "proceed", name);
    t.not(data.dimensions[["bookless", "thin"].includes(name) ? "liquidity" : "contract"].verdict, "proceed", name);
  }
  t.end();
});

t.test("an id follows from token, slot and kind, and tells its slot", (t) => {
  const id = evaluationId("bitcoin", AS_OF, "standard");
  t.match(id, /^eval_[0-9A-HJKMNP-TV-Z]{26}$/);
  t.equal(evaluationId("bitcoin", AS_OF, "standard"), id);
  t.not(evaluationId("ethereum", AS_OF, "standard"), id);
  t.equal(slotOfId(id), AS_OF);
  t.end();
});

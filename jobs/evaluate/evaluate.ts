// Writes down an evaluation of one state: dimensions, reasons with evidence, what was and was not looked at.
import { METRICS, type MetricId } from "../../schema/evaluation/metric.ts";
import { CRITICAL, DIMENSIONS, type DimensionId, type RuleSet } from "../../schema/evaluation/rule.ts";
import { CURRENT_RULES } from "../../schema/evaluation/rule-set.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import type { Dimension, EvaluationData, EvaluationReason, PolicyOutcome } from "../../schema/object/evaluation.ts";
import { type OddsTable, oddsOf, SCORING } from "../../schema/record/rule.ts";
import { MARKET_SPEED_SECTIONS, type SectionId } from "../../schema/section/index.ts";
import { toTime } from "../../schema/shape/time.ts";
import { RISK_LEVELS } from "../../schema/token/contract-flag.ts";
import { roundPct, roundRatio } from "../number/round.ts";
import { type BuiltState, refsTo } from "../state/built-state.ts";
import { type Fired, hasOwn, type Judged, type Judgement, judgeAll, type Order, overallOf } from "./judge.ts";
import { judgePolicy } from "./policy.ts";
import { type Metrics, readMetrics } from "./read-metrics.ts";

export type StandardEvaluation = Omit<EvaluationData, "hash" | "verify_url">;
export type Previous = Pick<EvaluationData, "verdict" | "dimensions"> & { readonly id: string };

/** Evaluations are made every 15 minutes at the latest, so that the next one is there before this one runs out. */
const VALID_MS = 1_200_000;

const NOT_MEASURED = "not_measured";
const PLAIN = { metric: null, value: null, threshold: null, comparator: null, evidence: [] as string[] };

const sectionOf = (metric: MetricId): SectionId => METRICS[metric].path.split("/", 1)[0] as SectionId;
const shownValue = (metric: MetricId, value: number): number | string =>
  metric === "contract_risk" ? (RISK_LEVELS[value] ?? value) : roundRatio(value);

type Evidence = EvaluationData["evidence"];
const cite = (evidence: Evidence, token: string, metric: MetricId, value: number): string => {
  const path = `state/${token}/${METRICS[metric].path}`;
  const shown = shownValue(metric, value);
  const unit = METRICS[metric].unit;
  const known = evidence.find((one) => one.path === path && one.value === shown && one.unit === unit);
  if (known) return known.id;
  const id = `E${evidence.length + 1}`;
  evidence.push({ id, path, unit, value: shown });
  return id;
};

function reasonOf({ rule, value, threshold }: Fired, id: string): EvaluationReason {
  const { metric, comparator, code } = rule;
  const [shown, limit] = [shownValue(metric, value), shownValue(metric, threshold)];
  const text = `${METRICS[metric].says}: ${shown} ${comparator} ${limit} ${METRICS[metric].unit}`;
  return { code, text, metric, value: shown, threshold: limit, comparator, evidence: [id] };
}

/** Why a dimension is unassessed: what was not measured. */
function unknownOf({ verdict, gaps }: Judged): EvaluationReason[] {
  if (verdict !== "unassessed") return [];
  const names = gaps.map(({ metric, gap }) => `${METRICS[metric].says} (${gap.gap})`).join("; ");
  return [{ ...PLAIN, code: NOT_MEASURED, text: `Not measured: ${names}.`.slice(0, 300) }];
}

function reasonsOf(judged: Judged, metrics: Metrics, token: string, evidence: Evidence): EvaluationReason[] {
  if (!judged.applies) return [{ ...PLAIN, code: "not_applicable", text: "Does not apply to this token." }];
  const fired = judged.fired.map((one) => reasonOf(one, cite(evidence, token, one.rule.metric, one.value)));
  const cited = judged.looked.map((metric) => cite(evidence, token, metric, metrics[metric] as number));
  const quiet = judged.looked.filter((metric) => !judged.fired.some(({ rule }) => rule.metric === metric));
  const names = quiet.map((metric) => METRICS[metric].says).join("; ");
  const looked = [...new Set(cited.filter((_, at) => quiet.includes(judged.looked[at] as MetricId)))];
  const within = { ...PLAIN, code: "within_limits", text: `Within limits: ${names}.`.slice(0, 300), evidence: looked };
  return [...fired, ...(quiet.length === 0 ? [] : [within]), ...unknownOf(judged)];
}

function dimensionOf(state: BuiltState, judged: Judged, reasons: EvaluationReason[], asOf: number): Dimension {
  const used = [...new Set(judged.looked.map(sectionOf))].map((id) => state.sections[id]);
  const ids = new Set(used.flatMap((section) => section.sources));
  return {
    verdict: judged.verdict,
    reasons,
    as_of: toTime(Math.min(asOf, ...used.map((section) => Date.parse(section.as_of)))),
    sources: refsTo(state, [...ids]),
    unassessed: judged.gaps.map(({ metric, gap }) => ({ check: metric, reason: gap.gap })),
  };
}

/** Until when every used dataset is within its hard limit, at most 20 minutes on; never before `asOf`. */
function validUntil(state: BuiltState, looked: readonly MetricId[], asOf: number): number {
  const ends = looked.map(
    (metric) =>
      Date.parse(state.sections[sectionOf(metric)].as_of) + FRESHNESS[METRICS[metric].dataset].hardTtlS * 1_000,
  );
  return Math.max(asOf, Math.min(asOf + VALID_MS, ...ends));
}

/** The oldest part that moves with the market (contract D15), epoch ms. */
export const asOfState = ({ sections }: BuiltState): number =>
  Math.min(...[...MARKET_SPEED_SECTIONS].map((id) => Date.parse(sections[id].as_of)));

/** What the verdict, the order and the price rest on: the sources that are cited, and the calls behind them. */
export function citedSources(state: BuiltState, { dimensions, order }: StandardEvaluation) {
  const refs = [
    ...Object.values(dimensions).flatMap((one) => one.sources),
    ...(order?.impact_sources ?? []).flatMap(({ source }) => source),
  ];
  const cited = new Set([...refs.map(({ id = "" }) => id), ...state.sections.market.sources]);
  return {
    sources: state.sources.filter(({ id = "" }) => cited.has(id)),
    calls: state.calls.filter(({ source_id }) => cited.has(source_id ?? "")),
  };
}

const outlook = (one: Pick<Dimension, "verdict" | "reasons">) =>
  JSON.stringify([one.verdict, ...one.reasons.map(({ code }) => code).sort()]);

/** What is judged: an order, what it measures, and what a sized one says of itself. */
type Subject = {
  readonly state: BuiltState;
  readonly metrics: Metrics;
  readonly order: Order;
  readonly horizonHours: EvaluationData["horizon_hours"];
  /** Null for the standard check. */
  readonly sized: EvaluationData["order"];
};

type Written = Pick<EvaluationData, "dimensions" | "evidence">;

function writeDimensions({ state, metrics }: Subject, judgement: Judgement, asOf: number): Written {
  const evidence: Evidence = [];
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((id) => {
      const reasons = reasonsOf(judgement[id], metrics, state.token.id, evidence);
      return [id, dimensionOf(state, judgement[id], reasons, asOf)];
    }),
  ) as Record<DimensionId, Dimension>;
  return { dimensions, evidence };
}

/** What set the verdict, gravest first; critical dimensions before the others. The market's set none by themselves. */
function causesOf(judgement: Judgement, dimensions: Written["dimensions"]): EvaluationReason[] {
  const counts = ({ rule }: Fired) => rule.scope !== "market" || hasOwn(judgement);
  const ordered = [...CRITICAL, ...DIMENSIONS.filter((id) => !CRITICAL.includes(id))];
  const fired = (["avoid", "caution"] as const).flatMap((grade) =>
    ordered.flatMap((id) =>
      judgement[id].fired.flatMap((one, at) =>
        one.rule.verdict === grade && counts(one) ? (dimensions[id].reasons[at] ?? []) : [],
      ),
    ),
  );
  const unknown = ordered.flatMap((id) => dimensions[id].reasons.filter(({ code }) => code === NOT_MEASURED));
  return [...fired, ...unknown];
}

function failedPolicy({ results }: PolicyOutcome): EvaluationReason {
  const failed = results.filter(({ result }) => result !== "pass").map(({ rule, result }) => `${rule} (${result})`);
  const text = `The policy is not met: ${failed.join(", ")}.`.slice(0, 300);
  return { ...PLAIN, code: "policy_failed", text };
}

/** Pure: the same subject at the same instant (epoch ms) is judged the same. `odds` is what the record found so far. */
export function evaluate(
  subject: Subject,
  asOf: number,
  previous: Previous | null,
  odds: OddsTable = {},
): StandardEvaluation {
  const { state, metrics, order, sized } = subject;
  const { market } = state.sections;
  const judgement = judgeAll(metrics, order);
  const { dimensions, evidence } = writeDimensions(subject, judgement, asOf);
  const policy =
    sized === null || Object.keys(order.policy).length === 0
      ? null
      : judgePolicy({
          ...{ token: state.token.id, policy: order.policy, metrics, judgement, sections: state.sections },
          ageS: (id) => (asOf - Date.parse(dimensions[id].as_of)) / 1_000,
        });
  const rules = order.rules ?? CURRENT_RULES;
  const verdict = overallOf(judgement, policy?.passed === false, rules);
  const causes = verdict === "proceed" ? [] : causesOf(judgement, dimensions);
  const looked = [...new Set(DIMENSIONS.flatMap((id) => judgement[id].looked))];
  const gaps = new Map(DIMENSIONS.flatMap((id) => dimensions[id].unassessed).map((one) => [one.check, one]));
  const share = looked.length / Math.max(1, looked.length + gaps.size);
  const past = oddsOf(odds, `evaluation~${verdict}`);
  return {
    token: state.token,
    kind: sized === null ? "standard" : "sized",
    verdict,
    confidence: roundPct(past.p["24h"] * share),
    p_right: past.p,
    confidence_basis: past.n < SCORING.calibratedFrom ? "prior" : "calibrated",
    price_usd: market.price_usd,
    sigma_pct: { "1h": market.sigma_1h_pct, "24h": market.sigma_24h_pct, "7d": market.sigma_7d_pct },
    dimensions,
    order: sized,
    policy,
    reasons: policy?.passed === false ? [failedPolicy(policy), ...causes] : causes,
    checked: looked,
    not_checked: [...gaps.values()],
    evidence,
    horizon_hours: subject.horizonHours,
    valid_until: toTime(validUntil(state, looked, asOf)),
    rules_version: rules.version,
    previous: previous && { id: previous.id, verdict: previous.verdict },
    changed_dimensions: previous
      ? DIMENSIONS.filter((id) => outlook(dimensions[id]) !== outlook(previous.dimensions[id]))
      : [],
  };
}

/** The standard check: buying without a size. Pure. */
export function evaluateState(
  state: BuiltState,
  asOf: number,
  previous: Previous | null,
  odds: OddsTable = {},
  rules: RuleSet = CURRENT_RULES,
): StandardEvaluation {
  const order: Order = { side: "buy", sized: false, policy: {}, rules };
  const metrics = readMetrics(state, order.side);
  return evaluate({ state, metrics, order, horizonHours: 24, sized: null }, asOf, previous, odds);
}

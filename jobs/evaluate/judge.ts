// Judges metrics by the rules: which fire, which could not be judged, and what that makes of dimensions and the whole.

import type { MetricId } from "../../schema/evaluation/metric.ts";
import {
  CRITICAL,
  DIMENSIONS,
  type DimensionId,
  type EvaluationRule,
  REQUIRED,
  REQUIRED_SIZED,
  type RuleSet,
  type Verdict,
} from "../../schema/evaluation/rule.ts";
import { CURRENT_RULES } from "../../schema/evaluation/rule-set.ts";
import type { EvaluatePolicy } from "../../schema/object/evaluation.ts";
import { type Gap, isGap, isStructural } from "../measure/gap.ts";
import type { Metrics } from "./read-metrics.ts";

export type Order = {
  readonly side: "buy" | "sell";
  readonly sized: boolean;
  readonly policy: EvaluatePolicy;
  /** The newest without it. */
  readonly rules?: RuleSet;
};
export type Fired = { readonly rule: EvaluationRule; readonly value: number; readonly threshold: number };
export type Judged = {
  readonly verdict: Verdict | "unassessed";
  /** Gravest first. */
  readonly fired: readonly Fired[];
  /** Metrics that were looked at and have a value. */
  readonly looked: readonly MetricId[];
  readonly gaps: readonly { readonly metric: MetricId; readonly gap: Gap }[];
  /** Nothing of it applies to the token. */
  readonly applies: boolean;
  /** Something that is normally measured was not: it may hide a worse verdict. */
  readonly lost: boolean;
};
export type Judgement = { readonly [D in DimensionId]: Judged };

/** The threshold in force: grown by the usual move, or widened by the caller's limit. */
export function thresholdOf(rule: EvaluationRule, metrics: Metrics, policy: EvaluatePolicy): number {
  const sigma = rule.sigma ? metrics[rule.sigma.metric] : null;
  const grown = rule.sigma && typeof sigma === "number" ? rule.sigma.times * sigma : 0;
  const limit = rule.widenedBy ? (policy[rule.widenedBy] ?? 0) : 0;
  return Math.sign(rule.threshold) * Math.max(Math.abs(rule.threshold), grown, limit);
}

const COMPARE: Readonly<Record<EvaluationRule["comparator"], (value: number, threshold: number) => boolean>> = {
  ">": (value, threshold) => value > threshold,
  ">=": (value, threshold) => value >= threshold,
  "<": (value, threshold) => value < threshold,
  "<=": (value, threshold) => value <= threshold,
};

export const compare = (comparator: EvaluationRule["comparator"], value: number, threshold: number): boolean =>
  COMPARE[comparator](value, threshold);

const inForce = ({ only }: EvaluationRule, { side, sized }: Order): boolean =>
  only === undefined || (only === "sized" ? sized : side === "sell");

export const rulesOf = (dimension: DimensionId, order: Order): EvaluationRule[] =>
  (order.rules ?? CURRENT_RULES).rules.filter((rule) => rule.dimension === dimension && inForce(rule, order));

export const firedBy = (rules: readonly EvaluationRule[], metrics: Metrics, policy: EvaluatePolicy): Fired[] =>
  rules
    .flatMap((rule) => {
      const value = metrics[rule.metric];
      if (typeof value !== "number") return [];
      const threshold = thresholdOf(rule, metrics, policy);
      return compare(rule.comparator, value, threshold) ? [{ rule, value, threshold }] : [];
    })
    .sort((a, b) => Number(b.rule.verdict === "avoid") - Number(a.rule.verdict === "avoid"));

/** A dimension; one of its own required inputs missing makes it unassessed, unless what is known already says avoid. */
export function judgeDimension(dimension: DimensionId, metrics: Metrics, order: Order): Judged {
  const rules = rulesOf(dimension, order);
  const groups = [...REQUIRED[dimension], ...(dimension === "liquidity" && order.sized ? REQUIRED_SIZED : [])];
  const named = [
    ...new Set([
      ...rules.flatMap((rule) => [rule.metric, ...(rule.sigma ? [rule.sigma.metric] : [])]),
      ...groups.flat(),
    ]),
  ];
  const gaps = named.flatMap((metric) => {
    const value = metrics[metric];
    return isGap(value) ? [{ metric, gap: value }] : [];
  });
  const looked = named.filter((metric) => typeof metrics[metric] === "number");
  const fired = firedBy(rules, metrics, order.policy);
  const lost = gaps.some(({ gap }) => !isStructural(gap));
  const applies = looked.length + gaps.length > 0;
  const missing = applies && groups.some((group) => group.every((metric) => typeof metrics[metric] !== "number"));
  const worst: Verdict = fired[0]?.rule.verdict ?? "proceed";
  // What is known to be bad stays bad; what is not known to be good is not called good.
  const verdict = worst === "avoid" ? worst : missing || (lost && worst === "proceed") ? "unassessed" : worst;
  return { verdict, fired, looked, gaps, applies, lost };
}

export const judgeAll = (metrics: Metrics, order: Order): Judgement =>
  Object.fromEntries(DIMENSIONS.map((id) => [id, judgeDimension(id, metrics, order)])) as Judgement;

/** Rules that speak of the token itself, not of the whole market. */
const isOwn = ({ rule }: Fired): boolean => rule.scope !== "market";

/** Whether anything that fired speaks of the token itself: without it the market's reasons set no verdict. */
export const hasOwn = (judgement: Judgement): boolean => DIMENSIONS.some((id) => judgement[id].fired.some(isOwn));

/** What of a dimension counts towards the whole; what fired stays known where another input of it was not measured. */
function spoken(judgement: Judgement, { overall }: RuleSet): Verdict {
  const all = DIMENSIONS.map((id) => judgement[id]);
  if (overall.by === "dimensions") {
    const count = (verdict: Judged["verdict"]) => all.filter((one) => one.verdict === verdict).length;
    if (count("avoid") >= 2) return "avoid";
    return count("avoid") === 1 || count("caution") >= 2 ? "caution" : "proceed";
  }
  const pointsOf = ({ fired }: Judged) => (fired[0] ? overall.points[fired[0].rule.verdict] : 0);
  const points = hasOwn(judgement) ? all.reduce((sum, one) => sum + pointsOf(one), 0) : 0;
  return points >= overall.avoidFrom ? "avoid" : points >= overall.cautionFrom ? "caution" : "proceed";
}

/**
 * The whole, as its rules have it. In every version a dimension that lost an input it normally has may hide a worse
 * verdict than it shows, so nothing proceeds over it.
 */
export function overallOf(judgement: Judgement, policyFailed: boolean, rules: RuleSet = CURRENT_RULES): Verdict {
  const all = DIMENSIONS.map((id) => judgement[id]);
  const critical = CRITICAL.map((id) => judgement[id].verdict);
  const worst = spoken(judgement, rules);
  if (policyFailed || critical.includes("avoid") || worst === "avoid") return "avoid";
  const unknown = all.some(({ lost }) => lost) || all.filter(({ verdict }) => verdict === "unassessed").length >= 3;
  const cautious = worst === "caution" || unknown || critical.some((verdict) => verdict !== "proceed");
  return cautious ? "caution" : "proceed";
}

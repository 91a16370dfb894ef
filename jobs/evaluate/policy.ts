// Judges a caller's policy: every rule that was stated, in a fixed order; what was not measured counts as failed.

import type { MetricId } from "../../schema/evaluation/metric.ts";
import {
  AGED,
  type OTHER_FLAGS,
  POLICY_LIMIT_IDS,
  POLICY_LIMITS,
  type PolicyLimitId,
} from "../../schema/evaluation/policy.ts";
import { DIMENSIONS, type DimensionId, VERDICTS } from "../../schema/evaluation/rule.ts";
import type { EvaluatePolicy, PolicyOutcome } from "../../schema/object/evaluation.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { roundRatio } from "../number/round.ts";
import type { StateSections } from "../state/built-state.ts";
import type { Judgement } from "./judge.ts";
import { isLeast, type Metric, type Metrics } from "./read-metrics.ts";

type Result = PolicyOutcome["results"][number];
type Judging = Result & {
  /** Of which the caller may accept that it is not measured. */
  readonly dimension: DimensionId | null;
};

type PolicyInput = {
  readonly token: string;
  readonly policy: EvaluatePolicy;
  readonly metrics: Metrics;
  readonly judgement: Judgement;
  readonly sections: Pick<StateSections, "security">;
  /** Age of the oldest data of each dimension, seconds. */
  readonly ageS: (dimension: DimensionId) => number;
};

const judging = (
  rule: string,
  limit: unknown,
  value: unknown,
  result: Result["result"],
  dimension: DimensionId | null,
) => ({ rule, limit, value, result, dimension }) satisfies Judging;

/**
 * One limit against one metric; what does not apply to the token passes. `mayBeMore`: the value is the least that it may
 * be, so it may say that a maximum is broken or a minimum kept, and not the opposite.
 */
export function judgeLimit(id: PolicyLimitId, limit: number, value: Metric, mayBeMore = false): Result["result"] {
  if (value === null) return "pass";
  if (typeof value !== "number") return "unassessed";
  const isMax = POLICY_LIMITS[id].kind === "max";
  const isKept = isMax ? value <= limit : value >= limit;
  return mayBeMore && isKept === isMax ? "unassessed" : isKept ? "pass" : "fail";
}

/** Each limit of a policy that one of these metrics is held against. */
export function judgeLimits(
  policy: EvaluatePolicy,
  metrics: Partial<Metrics>,
  mayBeMore: (metric: MetricId) => boolean = () => false,
): Judging[] {
  return POLICY_LIMIT_IDS.flatMap((id) => {
    const limit = policy[id];
    const { dimension, metric } = POLICY_LIMITS[id];
    const value = metrics[metric];
    if (limit === undefined || value === undefined) return [];
    const result = judgeLimit(id, limit, value, mayBeMore(metric));
    const isShown = typeof value === "number" && result !== "unassessed";
    const shown = isShown ? roundRatio(value) : value === null ? null : "unassessed";
    return [judging(id, limit, shown, result, dimension)];
  });
}

function tokens({ token, policy }: PolicyInput): Judging[] {
  const { deny_tokens: deny, allow_tokens: allow } = policy;
  return [
    ...(deny === undefined ? [] : [judging("deny_tokens", deny, token, deny.includes(token) ? "fail" : "pass", null)]),
    ...(allow === undefined
      ? []
      : [judging("allow_tokens", allow, token, allow.includes(token) ? "pass" : "fail", null)]),
  ];
}

/** What a flag that is no truth value of a contract is read of, or is told beside. */
const READ_OF: Readonly<Record<(typeof OTHER_FLAGS)[number], string>> = {
  source_not_open: "open_source",
  sell_tax: "sell_tax_pct",
  buy_tax: "buy_tax_pct",
  transfer_tax: "sell_tax_pct",
  same_creator_honeypot: "holders_count",
  owner_flagged: "holders_count",
};
const readOf = (name: string): string => (READ_OF as Readonly<Record<string, string>>)[name] ?? name;

/** Flags that were raised; a truth value that is not known may hide one. */
function flags({ policy, sections: { security } }: PolicyInput): Judging[] {
  const forbidden = policy.forbid_flags;
  if (forbidden === undefined) return [];
  const judged = (value: unknown, result: Result["result"]) => [
    judging("forbid_flags", forbidden, value, result, "contract" as const),
  ];
  if (security.applicable === false) return judged(null, "pass");
  const { contracts, flags: raised } = security;
  if (!isAssessed(contracts) || !isAssessed(raised)) return judged("unassessed", "unassessed");
  const isTrue = (name: string) => contracts.some((one) => (one as Record<string, unknown>)[name] === true);
  const found = forbidden.filter((name) => isTrue(name) || raised.some(({ code }) => code === name));
  if (found.length > 0) return judged(found, "fail");
  const open = forbidden.filter((name) =>
    contracts.some((one) => (one as Record<string, unknown>)[readOf(name)] === "unassessed"),
  );
  return open.length > 0 ? judged("unassessed", "unassessed") : judged([], "pass");
}

function age({ policy, judgement, ageS }: PolicyInput): Judging[] {
  const limit = policy.max_data_age_s;
  if (limit === undefined) return [];
  const measured = AGED.filter((id) => judgement[id].looked.length > 0);
  if (measured.length === 0) return [judging("max_data_age_s", limit, "unassessed", "unassessed", "liquidity")];
  const oldest = Math.round(Math.max(...measured.map(ageS)));
  return [judging("max_data_age_s", limit, oldest, oldest <= limit ? "pass" : "fail", null)];
}

function demands({ policy, judgement }: PolicyInput): Judging[] {
  const { require = {} } = policy;
  return DIMENSIONS.flatMap((id) => {
    const tolerated = require[id];
    if (tolerated === undefined) return [];
    const { verdict } = judgement[id];
    if (verdict === "unassessed") return [judging(`require.${id}`, tolerated, verdict, "unassessed", id)];
    const isFine = VERDICTS.indexOf(verdict) <= VERDICTS.indexOf(tolerated);
    return [judging(`require.${id}`, tolerated, verdict, isFine ? "pass" : "fail", id)];
  });
}

/** The outcome of a policy. A rule that could not be judged fails it, unless the caller accepts its dimension unmeasured. */
export function judgePolicy(input: PolicyInput): PolicyOutcome {
  const { policy, metrics, sections } = input;
  const accepted = policy.allow_unassessed ?? [];
  const limits = judgeLimits(policy, metrics, (metric) => isLeast(metric, sections));
  const all = [...tokens(input), ...flags(input), ...limits, ...age(input), ...demands(input)];
  const isAccepted = ({ dimension }: Judging) => dimension !== null && accepted.includes(dimension);
  const failed = all.some((one) => one.result === "fail" || (one.result === "unassessed" && !isAccepted(one)));
  const open = all.some(({ result }) => result === "unassessed");
  return {
    passed: failed ? false : open ? "unassessed" : true,
    results: all.map(({ dimension: _, ...result }) => result),
  };
}

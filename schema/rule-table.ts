// The published rule tables by version: what evaluations, signals and scores are made by, as plain data.
import { METRICS } from "./evaluation/metric.ts";
import { POLICY_LIMITS } from "./evaluation/policy.ts";
import { CRITICAL, DIMENSIONS, type EvaluationRule, type RuleSet, VERDICTS } from "./evaluation/rule.ts";
import { RULE_SETS } from "./evaluation/rule-set.ts";
import { DEFINITIONS, HORIZONS, SCORING, SCORING_VERSION } from "./record/rule.ts";
import { SIGNALS } from "./signal/index.ts";
import { FALSE_EVALUATIONS_TO_RESOLVE, SIGNAL_LIFE_S, SIGNAL_RULES_VERSION } from "./signal/rule.ts";

export type RuleTable = {
  readonly version: string;
  readonly about: string;
  /** Numbers and lists that hold for all rows. */
  readonly general: Readonly<Record<string, unknown>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};

function rowOf({ overall }: RuleSet, rule: EvaluationRule): RuleTable["rows"][number] {
  const { code, dimension, verdict, metric, comparator, threshold, sigma, only, widenedBy, scope, why } = rule;
  const { unit, path, says } = METRICS[metric];
  return {
    ...{ code, dimension, verdict, metric, comparator, threshold, unit, path, says },
    grows_to: sigma === undefined ? null : { metric: sigma.metric, times: sigma.times },
    ...{ only: only ?? null, widened_by: widenedBy ?? null },
    // The first version has neither.
    ...(overall.by === "points" ? { scope: scope ?? "token", why } : {}),
  };
}

const evaluationOf = (set: RuleSet): RuleTable => ({
  ...{ version: set.version, about: set.about },
  general: {
    ...{ verdicts: VERDICTS, dimensions: DIMENSIONS, critical: CRITICAL, policy_limits: POLICY_LIMITS },
    ...(set.overall.by === "points"
      ? { points: set.overall.points, caution_from: set.overall.cautionFrom, avoid_from: set.overall.avoidFrom }
      : {}),
  },
  rows: set.rules.map((rule) => rowOf(set, rule)),
});

const signals: RuleTable = {
  version: SIGNAL_RULES_VERSION,
  about:
    "When signals fire. A signal has the severity of the highest level that its value reaches; within the cooldown of a token and direction only a higher severity fires again.",
  general: { life_s: SIGNAL_LIFE_S, false_evaluations_to_resolve: FALSE_EVALUATIONS_TO_RESOLVE },
  rows: Object.values(SIGNALS).map((rule) => ({ ...rule })),
};

const scoring: RuleTable = {
  version: SCORING_VERSION,
  about:
    "When a call was right: r is the return over the horizon, b the noise band, s the usual deviation, worst and best the extremes within. The SQL behind every number of the record is at /record/method.",
  general: { horizons_h: HORIZONS, ...SCORING },
  rows: Object.entries(DEFINITIONS).map(([definition, { right, wrong, sign }]) => ({ definition, right, wrong, sign })),
};

export const RULE_TABLES: readonly RuleTable[] = [...RULE_SETS.map(evaluationOf), signals, scoring];

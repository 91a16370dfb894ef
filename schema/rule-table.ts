// The published rule tables by version: what evaluations, signals and scores are made by, as plain data.
import { METRICS } from "./evaluation/metric.ts";
import { POLICY_LIMITS } from "./evaluation/policy.ts";
import { CRITICAL, DIMENSIONS, EVALUATION_RULES, EVALUATION_RULES_VERSION, VERDICTS } from "./evaluation/rule.ts";
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

const evaluation: RuleTable = {
  version: EVALUATION_RULES_VERSION,
  about:
    "How evaluations judge. A rule fires where its metric stands to the threshold as the comparator says; a dimension has the worst verdict of the rules that fired. The whole is avoid where a critical dimension is, where two dimensions are, or where the caller's policy failed; caution where one dimension is avoid, two are caution, three could not be measured, a critical one does not proceed, or any lost an input that it normally has; else proceed.",
  general: { verdicts: VERDICTS, dimensions: DIMENSIONS, critical: CRITICAL, policy_limits: POLICY_LIMITS },
  rows: EVALUATION_RULES.map(({ code, dimension, verdict, metric, comparator, threshold, sigma, only, widenedBy }) => {
    const { unit, path, says } = METRICS[metric];
    const condition = { metric, comparator, threshold, unit, path, says };
    const sigmas = sigma === undefined ? null : { metric: sigma.metric, times: sigma.times };
    return {
      code,
      dimension,
      verdict,
      ...condition,
      grows_to: sigmas,
      only: only ?? null,
      widened_by: widenedBy ?? null,
    };
  }),
};

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

export const RULE_TABLES: readonly RuleTable[] = [evaluation, signals, scoring];

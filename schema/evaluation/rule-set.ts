// The rules of evaluations by version: the newest judge, and what an older one judged is judged again by it.
import { EVAL_1 } from "./eval-1.ts";
import { EVAL_2 } from "./eval-2.ts";
import type { EvaluationRule, RuleSet } from "./rule.ts";

/** Oldest first. */
export const RULE_SETS: readonly RuleSet[] = [EVAL_1, EVAL_2];
/** Those that judge. */
export const CURRENT_RULES: RuleSet = EVAL_2;
export const EVALUATION_RULES_VERSION = CURRENT_RULES.version;
export const EVALUATION_RULES: readonly EvaluationRule[] = CURRENT_RULES.rules;

export const ruleSetOf = (version: string): RuleSet | undefined => RULE_SETS.find((one) => one.version === version);

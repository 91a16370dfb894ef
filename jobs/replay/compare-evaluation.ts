// Holds what an evaluation says that it looked at against what the statement of its inputs made of the same readings.
import { isSizedMetric, METRIC_IDS, METRICS, type MetricId } from "../../schema/evaluation/metric.ts";
import { REQUIRED, REQUIRED_SIZED } from "../../schema/evaluation/rule.ts";
import { ruleSetOf } from "../../schema/evaluation/rule-set.ts";
import type { EvaluationData } from "../../schema/object/evaluation.ts";
import { type Compared, isSame, type StatementRow } from "../../schema/recompute/compare.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";

type Evaluated = Pick<
  EvaluationData,
  "token" | "order" | "checked" | "not_checked" | "evidence" | "rules_version" | "dimensions"
>;

/** Metrics that the rules of the evaluation look at for an order of its side. */
function inForce({ order, rules_version }: Evaluated): ReadonlySet<MetricId> {
  const side = order?.side ?? "buy";
  const rules = (ruleSetOf(rules_version)?.rules ?? []).filter(
    ({ only }) => (only !== "sized" || order !== null) && (only !== "sell" || side === "sell"),
  );
  const named = rules.flatMap(({ metric, sigma }) => (sigma ? [metric, sigma.metric] : [metric]));
  return new Set([...named, ...Object.values(REQUIRED).flat(2), ...(order === null ? [] : REQUIRED_SIZED.flat())]);
}

/**
 * Every metric that was looked at, not measured or not applicable, and every item of evidence. `rows` are those of the
 * statement evaluation, and of an order those of the statement order too.
 */
export function compareEvaluation(evaluated: Evaluated, rows: readonly StatementRow[]): Compared[] {
  const made = new Map(rows.map(({ member, value, step }) => [member, { value: JSON.parse(value) as unknown, step }]));
  const placeOf = (metric: MetricId) => `state/${evaluated.token.id}/${METRICS[metric].path} ${METRICS[metric].unit}`;
  const items = evaluated.evidence.map((item) => ({ item, place: `${item.path} ${item.unit}`, isFound: false }));
  const named = inForce(evaluated);
  const gaps = new Set(evaluated.not_checked.map(({ check }) => check));
  const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const compared = METRIC_IDS.filter((metric) => evaluated.order !== null || !isSizedMetric(metric)).flatMap(
    (metric): Compared[] => {
      const row = made.get(`/${metric}`);
      const one = (served: unknown, same: boolean) => [
        { member: `/${metric}`, served: text(served), recomputed: text(row?.value), isSame: row !== undefined && same },
      ];
      if (gaps.has(metric)) return one(UNASSESSED, row?.value === UNASSESSED);
      if (!evaluated.checked.includes(metric)) return named.has(metric) ? one(null, row?.value === null) : [];
      const own = items.filter(({ place }) => place === placeOf(metric));
      const found = own.find(({ item }) => row !== undefined && isSame(item.value, row.value, row.step));
      if (found) found.isFound = true;
      return one((found ?? own[0])?.item.value, found !== undefined);
    },
  );
  const left = items.filter(({ isFound }) => !isFound);
  return [
    ...compared,
    ...left.map(({ item }) => ({
      ...{ member: `/evidence/${item.id}`, served: text(item.value), recomputed: null, isSame: false },
    })),
  ];
}

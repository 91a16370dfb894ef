// The work of trade-gatekeeper: the sized evaluation of the order is issued, and of what it says is told what size can cure.
import { tradeGatekeeper as card } from "../../schema/agent/trade-gatekeeper.ts";
import { isSizedMetric, METRICS, type MetricId } from "../../schema/evaluation/metric.ts";
import { POLICY_LIMITS } from "../../schema/evaluation/policy.ts";
import {
  AVOID_FROM,
  CRITICAL,
  DIMENSIONS,
  type DimensionId,
  type EvaluationRule,
  POINTS,
  REQUIRED,
} from "../../schema/evaluation/rule.ts";
import { EVALUATION_RULES } from "../../schema/evaluation/rule-set.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import { originOf } from "../../schema/link.ts";
import type { Evaluation, EvaluationData, EvaluationReason } from "../../schema/object/evaluation.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { issuedById } from "../../schema/query/issued/issued-by-id.ts";
import type { Reason } from "../../schema/reason.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { type Metric, whyUnassessed } from "../evaluate/read-metrics.ts";
import { sizeEvaluation } from "../evaluate/size-evaluation.ts";
import { derive, gap, isStructural, type Measured } from "../measure/gap.ts";
import type { BuiltState } from "../state/built-state.ts";
import { NO_STATE, readStates } from "../state/read-state.ts";
import { agentJob, type Borrowed, type Gathered } from "./agent.ts";
import type { Reading } from "./reading.ts";

/** What of an evaluation decides, as it was issued. */
type GateFacts = Pick<EvaluationData, "verdict" | "dimensions" | "policy" | "valid_until"> & {
  readonly id: string;
  readonly token: { readonly id: string; readonly symbol: string; readonly name: string };
  readonly order: NonNullable<EvaluationData["order"]>;
  /** Dimensions that the caller accepts unmeasured. */
  readonly accepted: readonly DimensionId[];
  /** Whether a scanner says that nobody can buy it; null of a sale, and of what has no contract. */
  readonly unbuyable: Measured<boolean> | null;
  /** Epoch milliseconds. */
  readonly asOf: number;
};

const RULES = new Map(EVALUATION_RULES.map((rule) => [rule.code, rule]));
const SIZE_LIMITS: readonly string[] = ["max_impact_pct", "max_volume_share_pct", "max_depth_share_pct"];

const isOfSize = ({ only }: EvaluationRule): boolean => only === "sized";

/** The rules of a dimension that fired, with what is said of them. */
const firedIn = (
  facts: GateFacts,
  id: DimensionId,
): { readonly rule: EvaluationRule; readonly reason: EvaluationReason }[] =>
  facts.dimensions[id].reasons.flatMap((reason) => {
    const rule = RULES.get(reason.code);
    return rule === undefined ? [] : [{ rule, reason }];
  });

const avoidsIn = (facts: GateFacts, id: DimensionId): number =>
  firedIn(facts, id).filter(({ rule }) => rule.verdict === "avoid" && !isOfSize(rule)).length;

/**
 * Whether what the order's size costs could not be told, as where it is larger than the books hold, while a size was solved
 * at which everything is measured. That is an objection to the size, not a failure to measure the market.
 */
const isPastMeasure = ({ dimensions, order }: GateFacts): boolean =>
  isAssessed(order.largest_safe_size_usd) &&
  order.size_usd > order.largest_safe_size_usd &&
  dimensions.liquidity.unassessed.some(({ check, reason }) => isSizedMetric(check) && !isStructural(gap(reason)));

/** What of a dimension was not measured, whatever the size. */
function unmeasuredIn(facts: GateFacts, id: DimensionId) {
  const { unassessed } = facts.dimensions[id];
  return id === "liquidity" && isPastMeasure(facts)
    ? unassessed.filter(({ check }) => !isSizedMetric(check))
    : unassessed;
}

const REQUIRED_FIRST: readonly string[] = REQUIRED.liquidity.flatMap(([first]) => first ?? []);

/** What a dimension lacks that it normally has, or all it would need: a graver verdict may hide behind it. */
function lostIn(facts: GateFacts, id: DimensionId): Reason | null {
  const unassessed = unmeasuredIn(facts, id);
  const lost = unassessed.find(({ reason }) => !isStructural(gap(reason)));
  if (lost !== undefined) return lost.reason;
  if (facts.dimensions[id].verdict !== "unassessed") return null;
  // The size alone may have made it so.
  const isOfSizeAlone = isPastMeasure(facts) && !unassessed.some(({ check }) => REQUIRED_FIRST.includes(check));
  return id === "liquidity" && isOfSizeAlone ? null : (unassessed[0]?.reason ?? "insufficient_coverage");
}

function criticalAvoids(facts: GateFacts, id: "contract" | "liquidity"): Metric {
  const count = avoidsIn(facts, id);
  const lost = lostIn(facts, id);
  return count > 0 || lost === null ? count : gap(lost, `The dimension ${id} could not be judged whole.`);
}

/** Points of the dimensions; those of the whole market have none by themselves. */
function pointsBy(pointsOf: (id: DimensionId, isOwn: boolean) => number): number {
  const sum = (isOwn: boolean) => DIMENSIONS.reduce((all, id) => all + pointsOf(id, isOwn), 0);
  const own = sum(true);
  return own === 0 ? 0 : own + sum(false);
}

/** As evaluations count them, whatever the size; a gap where what was not measured might make them enough. */
function points(facts: GateFacts): Metric {
  const isLost = (id: DimensionId) => unmeasuredIn(facts, id).some(({ reason }) => !isStructural(gap(reason)));
  const known = (id: DimensionId, isOwn: boolean) =>
    firedIn(facts, id)
      .filter(({ rule }) => !isOfSize(rule) && (rule.scope !== "market") === isOwn)
      .reduce((worst, { rule }) => Math.max(worst, POINTS[rule.verdict]), 0);
  const sure = pointsBy(known);
  const isOfMarket = (id: DimensionId) =>
    EVALUATION_RULES.every((one) => one.dimension !== id || one.scope === "market");
  const atWorst = pointsBy((id, isOwn) => (isLost(id) && isOfMarket(id) !== isOwn ? POINTS.avoid : known(id, isOwn)));
  if (sure >= AVOID_FROM || atWorst < AVOID_FROM) return sure;
  const first = DIMENSIONS.find(isLost);
  return gap((first && lostIn(facts, first)) ?? "insufficient_coverage", "What was not measured may have points.");
}

/** The dimension whose measurement a rule of the caller's needs. */
function dimensionOf(rule: string): DimensionId | null {
  if (Object.hasOwn(POLICY_LIMITS, rule)) return POLICY_LIMITS[rule as keyof typeof POLICY_LIMITS].dimension;
  if (rule === "forbid_flags") return "contract";
  if (rule === "max_data_age_s") return "liquidity";
  return DIMENSIONS.find((id) => rule === `require.${id}`) ?? null;
}

/** Rules of the caller's that do not pass: those of size, or the others. */
function failedRules({ policy, accepted }: GateFacts, ofSize: boolean) {
  return (policy?.results ?? []).filter(({ rule, result }) => {
    const dimension = dimensionOf(rule);
    const isAccepted = result === "unassessed" && dimension !== null && accepted.includes(dimension);
    return result !== "pass" && !isAccepted && SIZE_LIMITS.includes(rule) === ofSize;
  });
}

function sizeObjections(facts: GateFacts): Metric {
  const fired = firedIn(facts, "liquidity").filter(({ rule }) => isOfSize(rule));
  const failed = failedRules(facts, true);
  const named = [...fired.map(({ rule }) => rule.widenedBy ?? rule.code), ...failed.map(({ rule }) => rule)];
  if (isPastMeasure(facts)) return Math.max(1, new Set(named).size);
  if (failed.some(({ result }) => result === "unassessed") && fired.length === 0) {
    return gap("insufficient_coverage", "What a rule of size needs was not measured.");
  }
  return new Set(named).size;
}

const safeSize = ({ order }: GateFacts): Metric =>
  isAssessed(order.largest_safe_size_usd)
    ? order.largest_safe_size_usd
    : gap("insufficient_coverage", "No safe size could be solved.");

function readingOf(facts: GateFacts, ids: readonly DimensionId[], value: Metric): Reading {
  const sources = ids.flatMap((id) => facts.dimensions[id].sources.map(({ id: source }) => source));
  const asOf = Math.min(facts.asOf, ...ids.map((id) => Date.parse(facts.dimensions[id].as_of)));
  return { value, sources: [...new Set(sources)], asOf };
}

const isMetric = (id: string | null): id is MetricId => id !== null && Object.hasOwn(METRICS, id);
/** Units of evaluations, as runs tell them. */
const unitOf = (metric: MetricId): Borrowed["unit"] => METRICS[metric].unit;

/** What the evaluation found, by what it means for the order; what is none of it stays as a caution. */
function borrowed(facts: GateFacts): Borrowed[] {
  return DIMENSIONS.flatMap((id) =>
    firedIn(facts, id).flatMap(({ rule, reason }): Borrowed[] => {
      const { metric, value, threshold } = reason;
      if (!isMetric(metric) || value === null || threshold === null) return [];
      const blocks = rule.verdict === "avoid" && !isOfSize(rule) && CRITICAL.includes(id);
      return [
        {
          ...{ code: rule.code, metric, value, threshold, comparator: rule.comparator, token: facts.token },
          verdict: blocks ? "BLOCK" : isOfSize(rule) ? "REDUCE" : "ALLOW",
          ...{ unit: unitOf(metric), says: METRICS[metric].says },
          sources: facts.dimensions[id].sources.map(({ id: source }) => source),
          asOf: Date.parse(facts.dimensions[id].as_of),
        },
      ];
    }),
  );
}

/** By the scans of its contracts, of which one is enough. */
export function unbuyableOf(state: Pick<BuiltState, "sections"> | undefined): GateFacts["unbuyable"] {
  const security = state?.sections.security;
  if (security === undefined) return NO_STATE;
  if (security.applicable === false) return null;
  const { contracts } = security;
  if (!isAssessed(contracts)) return gap(whyUnassessed(security, "/contracts"));
  const bars = contracts.map(({ cannot_buy }) => cannot_buy);
  if (bars.includes(true)) return true;
  return bars.some(isAssessed) ? false : gap("no_source", "No scanner says whether it can be bought.");
}

/** Facts of the issued evaluation of the order. Pure. */
export function gateOf(
  { id, data, sources, as_of }: Evaluation,
  calls: readonly SourceCall[],
  accepted: readonly DimensionId[],
  unbuyable: GateFacts["unbuyable"],
): Gathered<GateFacts> {
  const { order } = data;
  if (order === null || id === null) throw new Error(`the evaluation ${id} is of no order`);
  const asOf = Date.parse(as_of);
  const { id: token, symbol, name } = data.token;
  return {
    facts: {
      ...{ id, order, asOf, accepted, unbuyable, token: { id: token, symbol, name } },
      ...{ verdict: data.verdict, dimensions: data.dimensions, policy: data.policy, valid_until: data.valid_until },
    },
    // The evaluation keeps what it was judged from.
    ...{ sources, calls, asOf, build: null },
  };
}

export const tradeGatekeeper = agentJob<typeof card, GateFacts>(card, {
  async gather(deps, { token, rules, detail: _detail, ...order }, run, signal) {
    const id = run.id.replace(/^run_/, "eval_");
    const asked = { ...order, ...(rules === undefined ? {} : { policy: rules }) };
    const evaluation = await sizeEvaluation(deps, { id, token, order: asked, until: run.until }, signal);
    if (evaluation === null) return null;
    // What is kept under the id may be of a run that was killed: its own calls are listed with it.
    const [row] = await deps.store.query(issuedById, { id });
    if (row === undefined) throw new Error(`the evaluation ${id} cannot be read back`);
    const wire = wireOf("evaluation", row, originOf(deps.env));
    const state = (await readStates(deps, [token])).get(token);
    const unbuyable = order.side === "sell" ? null : unbuyableOf(state);
    const accepted = rules?.allow_unassessed ?? [];
    return gateOf(wire, JSON.parse(row.source_calls) as SourceCall[], accepted, unbuyable);
  },
  read: (facts) => ({
    subjects: [
      {
        token: facts.token,
        readings: {
          contract_avoid: readingOf(
            facts,
            ["contract"],
            facts.dimensions.contract.reasons[0]?.code === "not_applicable" ? null : criticalAvoids(facts, "contract"),
          ),
          unbuyable: readingOf(
            facts,
            ["contract"],
            facts.unbuyable === null ? null : derive([facts.unbuyable], (is) => (is ? 1 : 0)),
          ),
          liquidity_avoid: readingOf(facts, ["liquidity"], criticalAvoids(facts, "liquidity")),
          points: readingOf(facts, DIMENSIONS, points(facts)),
          rules_failed: readingOf(facts, DIMENSIONS, facts.policy === null ? null : failedRules(facts, false).length),
          size_objections: readingOf(facts, ["liquidity"], sizeObjections(facts)),
          max_safe_size_usd: readingOf(facts, ["liquidity"], safeSize(facts)),
        },
      },
    ],
    limits: {},
  }),
  tell(facts, _, judged) {
    const { order, dimensions } = facts;
    return {
      token: facts.token,
      details: {
        ...{ evaluation_id: facts.id, evaluation_verdict: facts.verdict },
        ...{ side: order.side, size_usd: order.size_usd },
        max_safe_size_usd: judged.verdict === "BLOCK" ? null : order.largest_safe_size_usd,
        limited_by: judged.verdict === "BLOCK" ? null : order.limited_by,
        ...{ impact_pct: order.impact_pct, impact_method: order.impact_method },
        ...{ volume_share_pct: order.volume_share_pct, depth_share_pct: order.depth_share_pct },
        dimensions: Object.fromEntries(DIMENSIONS.map((id) => [id, dimensions[id].verdict])) as Record<
          DimensionId,
          "proceed"
        >,
        rules: facts.policy,
      },
      caveats:
        isPastMeasure(facts) && judged.verdict === "REDUCE"
          ? ["What the whole order costs is past what could be measured."]
          : [],
      restsOn: [{ id: facts.id, token: facts.token.id, verdict: facts.verdict }],
      borrowed: borrowed(facts),
      validUntil: Date.parse(facts.valid_until),
    };
  },
});

// The largest order that no rule of size speaks against, solved on the very functions that judge an order.
import { POLICY_LIMIT_IDS, POLICY_LIMITS } from "../../schema/evaluation/policy.ts";
import { SIZE_USD_MAX } from "../../schema/object/evaluation.ts";
import { isGap, type Measured } from "../measure/gap.ts";
import { SIZED_METRICS, type Sized, sizeMetrics, type Tape } from "./impact.ts";
import { firedBy, isStructural, type Order, rulesOf } from "./judge.ts";
import { judgeLimit } from "./policy.ts";
import type { Metrics } from "./read-metrics.ts";

/** `limitedBy` names the rule, the limit of the policy or the metric that ends it; null at the largest order there is. */
export type Largest = { readonly sizeUsd: Measured<number>; readonly limitedBy: string | null };

const STEP = 1.01;
const LEAST_USD = 0.01;
const HALVINGS = 60;
const DISAGREEMENT = "impact_disagreement";

/** What speaks against an order, by the sized metrics alone: rules that fire, limits that fail, metrics that are lost. */
export function objections(sized: Sized, order: Order): string[] {
  const rules = rulesOf("liquidity", order).filter(({ only }) => only === "sized");
  const fired = firedBy(rules, sized as Metrics, order.policy).map(({ rule }) => rule.code);
  const lost = SIZED_METRICS.filter((id) => {
    const value = sized[id];
    return isGap(value) && (id === "impact_pct" || !isStructural(value));
  });
  const accepted = order.policy.allow_unassessed?.includes("liquidity") === true;
  const failed = POLICY_LIMIT_IDS.filter((id) => {
    const limit = order.policy[id];
    const metric = SIZED_METRICS.find((one) => one === POLICY_LIMITS[id].metric);
    if (limit === undefined || metric === undefined) return false;
    const result = judgeLimit(id, limit, sized[metric]);
    return result === "fail" || (result === "unassessed" && !accepted);
  });
  return [...fired, ...failed, ...lost];
}

/** The size between one that passes and one that does not at which that changes. */
function boundary(passes: (sizeUsd: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let turn = 0; turn < HALVINGS && high - low > low * 1e-12; turn += 1) {
    const middle = low > 0 ? Math.sqrt(low * high) : high / 2;
    if (passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** A size that was quoted itself, where one is within the last percent; else whole cents, or finer where those fail. */
function roundEdge(sizeUsd: number, quoted: readonly number[], passes: (sizeUsd: number) => boolean): number {
  const cents = [1e2, 1e4, 1e6, 1e8].flatMap((scale) =>
    [Math.round, Math.floor].map((round) => round(sizeUsd * scale) / scale),
  );
  const candidates = [...quoted.filter((one) => one <= sizeUsd && one * STEP > sizeUsd), ...cents];
  return candidates.find((one) => one > 0 && passes(one) && !passes(one * STEP)) ?? sizeUsd;
}

/**
 * The largest size with no objection: it passes and 1 % more does not. All but the disagreement of book and quote only
 * grow with the size, so they are bisected; below their end the disagreement is looked for in steps of 1 %.
 */
function solve(objectionsAt: (sizeUsd: number) => readonly string[], quoted: readonly number[]): number {
  const passes = (sizeUsd: number) => sizeUsd <= SIZE_USD_MAX && objectionsAt(sizeUsd).length === 0;
  const grows = (sizeUsd: number) => objectionsAt(sizeUsd).every((code) => code === DISAGREEMENT);
  if (passes(SIZE_USD_MAX)) return SIZE_USD_MAX;
  if (!grows(LEAST_USD)) return 0;
  let size = grows(SIZE_USD_MAX) ? SIZE_USD_MAX : boundary(grows, LEAST_USD, SIZE_USD_MAX);
  while (!passes(size)) {
    size /= STEP;
    if (size < LEAST_USD) return 0;
  }
  for (;;) {
    while (passes(size * STEP)) size *= STEP;
    const edge = boundary(passes, size, size * STEP);
    if (!passes(edge * STEP)) return roundEdge(edge, quoted, passes);
    size = edge * STEP;
  }
}

/** The largest safe order of a side. `beyond`: as if quotes went on above the largest, to learn what to ask for next. */
export function largestSize(tape: Tape, order: Order, beyond = false): Largest {
  const sizedAt = (sizeUsd: number) => sizeMetrics(tape, order.side, sizeUsd, beyond);
  const objectionsAt = (sizeUsd: number) => objections(sizedAt(sizeUsd), order);
  const quotes = tape.quotes === null || isGap(tape.quotes) ? [] : tape.quotes;
  const quoted = quotes.map((point) => point.sizeUsd).sort((a, b) => b - a);
  const sizeUsd = solve(objectionsAt, quoted);
  if (sizeUsd >= SIZE_USD_MAX) return { sizeUsd, limitedBy: null };
  const above = sizeUsd === 0 ? LEAST_USD : sizeUsd * STEP;
  // Past what was quoted, what the quotes lead to expect says more than that they end.
  const [limitedBy = null] = [...objections(sizeMetrics(tape, order.side, above, true), order), ...objectionsAt(above)];
  // Nothing can be said of any size: not measured, which is not the same as nothing being safe.
  const least = sizedAt(LEAST_USD);
  const missing = SIZED_METRICS.find((id) => id === limitedBy);
  const why = missing && least[missing];
  return sizeUsd === 0 && isGap(why) ? { sizeUsd: why, limitedBy } : { sizeUsd, limitedBy };
}

// What an order of any size costs, from the merged book and from quotes at some sizes, and the largest that no rule of size
// speaks against, solved on the very functions that judge an order; pure.
import { SIZED_METRICS } from "../../schema/evaluation/metric.ts";
import { SIZE_USD_MAX } from "../../schema/object/evaluation.ts";
import { impactOf, type Side } from "../measure/book.ts";
import { derive, gap, isGap, isStructural, type Measured } from "../measure/gap.ts";
import type { QuotePoint } from "../measure/quote-points.ts";
import { firedBy, type Order, rulesOf } from "./judge.ts";
import type { OrderLiquidity, SizedOrder } from "./order.ts";
import { judgeLimits } from "./policy.ts";
import type { Metric, Metrics } from "./read-metrics.ts";

type Sized = Pick<Metrics, (typeof SIZED_METRICS)[number]>;

/** What decides what a size costs. */
type OfSize = Omit<OrderLiquidity, "bookSources">;

const IMPACT_MAX = 99.9999;
/** Book and quote further apart than both contradict each other (contract 5.1); the points are the rule's threshold. */
const APART_FACTOR = 2;

/** In a pool of constant product the ratio of what is lost to what is left grows in line with the size. */
const lossOf = (impactPct: number): number => {
  const lost = Math.min(IMPACT_MAX, Math.max(0, impactPct)) / 100;
  return lost / (1 - lost);
};
const impactAt = (loss: number): number => (loss / (1 + loss)) * 100;

/** Costs never fall with the size: a dearer quote of a smaller order holds for the larger one. */
function rising(points: readonly QuotePoint[]): QuotePoint[] {
  let worst = 0;
  return [...points]
    .sort((a, b) => a.sizeUsd - b.sizeUsd)
    .map(({ sizeUsd, impactPct }) => {
      worst = Math.max(worst, impactPct);
      return { sizeUsd, impactPct: worst };
    });
}

/**
 * What an order of a size costs by the quotes: as quoted, in between as in a pool of constant product. Above the
 * largest size quoted it is a gap, or with `beyond` a guess by the last two.
 */
export function quotedImpact(quotes: readonly QuotePoint[], sizeUsd: number, beyond = false): Measured<number> {
  const points = [{ sizeUsd: 0, impactPct: 0 }, ...rising(quotes)];
  const exact = points.find((point) => point.sizeUsd === sizeUsd);
  if (exact) return exact.impactPct;
  const above = points.findIndex((point) => point.sizeUsd > sizeUsd);
  if (above < 0 && (!beyond || points.length < 2)) {
    return gap("insufficient_coverage", `Nothing above ${points.at(-1)?.sizeUsd} USD was quoted.`);
  }
  const to = above < 0 ? points.length - 1 : above;
  const [low, high] = [points[to - 1], points[to]];
  if (!low || !high) return gap("insufficient_coverage");
  const [from, until] = [lossOf(low.impactPct), lossOf(high.impactPct)];
  return impactAt(from + ((until - from) * (sizeUsd - low.sizeUsd)) / (high.sizeUsd - low.sizeUsd));
}

const bookImpact = (book: OrderLiquidity["book"], side: Side, sizeUsd: number): Metric =>
  book === null ? null : derive([book], (ladder) => impactOf(ladder, side, sizeUsd));

const quoteImpact = (quotes: OrderLiquidity["quotes"], sizeUsd: number, beyond: boolean): Metric =>
  quotes === null ? null : derive([quotes], (points) => quotedImpact(points, sizeUsd, beyond));

/** The worse of those assessed; a gap where none is. */
function worse(book: Metric, quote: Metric): Metric {
  const known = [book, quote].filter((one): one is number => typeof one === "number");
  if (known.length > 0) return Math.max(...known);
  return [book, quote].find(isGap) ?? gap("no_source", "Neither a book nor a quote is in the order's scope.");
}

function disagreement(book: Metric, quote: Metric): Metric {
  if (book === null || quote === null) return null;
  return derive([book, quote], (one, other) => {
    const [low, high] = one < other ? [one, other] : [other, one];
    return high > APART_FACTOR * Math.max(0, low) ? high - low : 0;
  });
}

const shareOf = (sizeUsd: number, whole: Metric): Metric =>
  whole === null ? null : derive([whole], (usd) => (sizeUsd / usd) * 100);

/** Every metric of an order of `sizeUsd`. `beyond`: quotes may be guessed above the largest. */
export function sizeMetrics(liquidity: OfSize, side: Side, sizeUsd: number, beyond = false): Sized {
  const book = bookImpact(liquidity.book, side, sizeUsd);
  const quote = quoteImpact(liquidity.quotes, sizeUsd, beyond);
  return {
    impact_pct: worse(book, quote),
    impact_book_pct: book,
    impact_quote_pct: quote,
    volume_share_pct: shareOf(sizeUsd, liquidity.volumeUsd),
    depth_share_pct: shareOf(sizeUsd, liquidity.depthUsd),
    impact_disagreement_pct: disagreement(book, quote),
  };
}

/** `limitedBy` names the rule, the limit of the policy or the metric that ends it; null at the largest order there is. */
type Largest = { readonly sizeUsd: Measured<number>; readonly limitedBy: string | null };

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
  const failed = judgeLimits(order.policy, sized).filter(
    ({ result }) => result === "fail" || (result === "unassessed" && !accepted),
  );
  return [...fired, ...failed.map(({ rule }) => rule), ...lost];
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

/** The largest safe order of a side. `beyond`: as if quotes went on above the largest, to learn what to order for next. */
export function largestSize(liquidity: OfSize, order: Order, beyond = false): Largest {
  const sizedAt = (sizeUsd: number) => sizeMetrics(liquidity, order.side, sizeUsd, beyond);
  const objectionsAt = (sizeUsd: number) => objections(sizedAt(sizeUsd), order);
  const quotes = liquidity.quotes === null || isGap(liquidity.quotes) ? [] : liquidity.quotes;
  const quoted = quotes.map((point) => point.sizeUsd).sort((a, b) => b - a);
  const sizeUsd = solve(objectionsAt, quoted);
  if (sizeUsd >= SIZE_USD_MAX) return { sizeUsd, limitedBy: null };
  const above = sizeUsd === 0 ? LEAST_USD : sizeUsd * STEP;
  // Past what was quoted, what the quotes lead to expect says more than that they end.
  const [limitedBy = null] = [
    ...objections(sizeMetrics(liquidity, order.side, above, true), order),
    ...objectionsAt(above),
  ];
  // Nothing can be said of any size: not measured, which is not the same as nothing being safe.
  const least = sizedAt(LEAST_USD);
  const missing = SIZED_METRICS.find((id) => id === limitedBy);
  const why = missing && least[missing];
  return sizeUsd === 0 && isGap(why) ? { sizeUsd: why, limitedBy } : { sizeUsd, limitedBy };
}

/** What an order costs, and the largest of its kind that nothing speaks against. */
export const costOf = (liquidity: OrderLiquidity, order: SizedOrder) => ({
  sized: sizeMetrics(liquidity, order.side, order.sizeUsd),
  largest: largestSize(liquidity, order),
});
export type OrderCost = ReturnType<typeof costOf>;

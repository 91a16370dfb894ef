// What an order of any size costs, from the merged book and from quotes at some sizes; pure, for any size asked.

import { impactOf, type Ladder, type Side } from "../measure/book.ts";
import { derive, gap, isGap, type Measured } from "../measure/gap.ts";
import type { Metric, Metrics } from "./read-metrics.ts";

/** What an aggregator asked for one size; impact in percentage points. */
export type QuotePoint = { readonly sizeUsd: number; readonly impactPct: number };

/** What an order is held against; null where a method is not in the order's scope. */
export type Tape = {
  readonly book: Measured<Ladder> | null;
  /** By size, ascending. */
  readonly quotes: Measured<readonly QuotePoint[]> | null;
  /** The order's side within 2 %, USD. */
  readonly depthUsd: Metric;
  readonly volumeUsd: Metric;
};

/** Metrics that follow from a size. */
export const SIZED_METRICS = [
  "impact_pct",
  "impact_book_pct",
  "impact_quote_pct",
  "volume_share_pct",
  "depth_share_pct",
  "impact_disagreement_pct",
] as const;
export type Sized = Pick<Metrics, (typeof SIZED_METRICS)[number]>;

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

const bookImpact = (book: Tape["book"], side: Side, sizeUsd: number): Metric =>
  book === null ? null : derive([book], (ladder) => impactOf(ladder, side, sizeUsd));

const quoteImpact = (quotes: Tape["quotes"], sizeUsd: number, beyond: boolean): Metric =>
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
export function sizeMetrics(tape: Tape, side: Side, sizeUsd: number, beyond = false): Sized {
  const book = bookImpact(tape.book, side, sizeUsd);
  const quote = quoteImpact(tape.quotes, sizeUsd, beyond);
  return {
    impact_pct: worse(book, quote),
    impact_book_pct: book,
    impact_quote_pct: quote,
    volume_share_pct: shareOf(sizeUsd, tape.volumeUsd),
    depth_share_pct: shareOf(sizeUsd, tape.depthUsd),
    impact_disagreement_pct: disagreement(book, quote),
  };
}

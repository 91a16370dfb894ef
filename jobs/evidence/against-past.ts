// Holds the largest value of a window against the largest of past windows that are as long: maxima against maxima.
import { CAUSE_PERCENTILE_MIN, CAUSE_SPAN_MS } from "../../schema/cause.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import { roundPct, roundRatio } from "../number/round.ts";
import { median, quantile } from "../number/statistics.ts";

/** The largest of each hour, oldest first, up to the window; null where the hour was not watched whole. */
export type PastHours = readonly (number | null)[];

type Standing = {
  /** Percent of the past windows whose largest was smaller. */
  readonly percentile: number;
  /** Over the median of their largest, and over what most of them stayed below: beyond 1 it is rare. */
  readonly usualRatio: Measured<number>;
  readonly rareRatio: Measured<number>;
  /** How many there are; each begins an hour after the one before, so that they overlap. */
  readonly windows: number;
};

/** Among the past spans in which a cause would have been looked for. */
export function rarityOf(value: number, past: PastHours) {
  const standing = standingOf(value, past, CAUSE_SPAN_MS);
  return {
    percentile: derive([standing], ({ percentile }) => percentile),
    rare_ratio: derive([standing], ({ rareRatio }) => rareRatio),
  };
}

/** So many windows must fit side by side into what is known, or nobody can tell what is usual. */
const SIDE_BY_SIDE_MIN = 10;
const TOO_SHORT = gap("insufficient_history", "Too little of the past is stored to tell what is usual.");
const PERCENT = 100;

/** Of a window that is no whole number of hours, the past windows are a little longer: nothing counts for more than it is. */
export function standingOf(value: number, past: PastHours, lengthMs: number): Measured<Standing> {
  const length = Math.max(1, Math.ceil(lengthMs / HOUR_MS));
  const known = past.filter((hour) => hour !== null).length;
  if (known < length * SIDE_BY_SIDE_MIN) return TOO_SHORT;
  const largest: number[] = [];
  for (let first = 0; first + length <= past.length; first += 1) {
    const hours = past.slice(first, first + length);
    if (hours.every((hour) => hour !== null)) largest.push(Math.max(...hours));
  }
  if (largest.length < SIDE_BY_SIDE_MIN) return TOO_SHORT;
  const over = (usual: number) =>
    usual > 0 ? roundRatio(value / usual) : gap("insufficient_coverage", "What is usual is nothing.");
  return {
    percentile: roundPct((largest.filter((one) => one < value).length / largest.length) * PERCENT),
    usualRatio: over(median(largest)),
    rareRatio: over(quantile(largest, CAUSE_PERCENTILE_MIN / PERCENT)),
    windows: largest.length,
  };
}

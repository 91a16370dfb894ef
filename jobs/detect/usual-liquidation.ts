// The usual hour of forced closures: the median over the hours of a week, of providers that were watched throughout.
import type {
  SignalLiquidationUsualRow,
  SignalLiquidationWatchRow,
} from "../../schema/query/signal/signal-liquidation-usual.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import { roundUsd } from "../number/round.ts";
import { median, sum } from "../number/statistics.ts";

const WEEK_HOURS = 168;
const WATCHED_HOURS_MIN = 152;

/** Providers that were watched over the week. */
export const watchedProviders = (watch: readonly SignalLiquidationWatchRow[]): string[] =>
  watch
    .filter(({ hours }) => hours.filter((age) => age < WEEK_HOURS).length >= WATCHED_HOURS_MIN)
    .map(({ provider }) => provider);

/** The week's hours by age, 0 is the newest. An hour without a closure at a venue that was watched is a measured zero. */
export function closedByHour(
  watched: readonly string[],
  rows: readonly SignalLiquidationUsualRow[],
): Measured<readonly number[]> {
  if (watched.length === 0) return gap("insufficient_history", "No venue was watched for 7 days yet.");
  const hours = new Array<number>(WEEK_HOURS).fill(0);
  for (const row of rows) {
    if (!watched.includes(row.provider)) continue;
    for (const [index, age] of row.hours.entries())
      if (age < WEEK_HOURS) hours[age] = sum([hours[age] ?? 0, row.usd[index] ?? 0]);
  }
  return hours;
}

export const medianHourOf = (
  watched: readonly string[],
  rows: readonly SignalLiquidationUsualRow[],
): Measured<number> => derive([closedByHour(watched, rows)], (hours) => roundUsd(median(hours)));

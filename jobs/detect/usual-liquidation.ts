// The usual hour of forced closures: the median over the hours of a week, of providers that were watched throughout.
import type {
  SignalLiquidationUsualRow,
  SignalLiquidationWatchRow,
} from "../../schema/query/signal/signal-liquidation-usual.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import type { PastWatch } from "../measure/positioning.ts";
import { roundUsd } from "../number/round.ts";
import { median, sum } from "../number/statistics.ts";

const WEEK_HOURS = 168;
const WATCHED_HOURS_MIN = 152;

type Watch = Pick<SignalLiquidationWatchRow, "hours">;
const isWhole = ({ hours }: Watch) => hours.filter((age) => age < WEEK_HOURS).length >= WATCHED_HOURS_MIN;
/** Watched for so long that it would be whole, had it no hole. */
const isOld = ({ hours }: Watch) => Math.max(-1, ...hours) + 1 >= WATCHED_HOURS_MIN;

/** Providers by how much of the week they were watched. */
export const watchOfWeek = (watch: readonly SignalLiquidationWatchRow[]): PastWatch => ({
  whole: watch.filter(isWhole).map(({ provider }) => provider),
  holed: watch.filter((one) => isOld(one) && !isWhole(one)).map(({ provider }) => provider),
});

/** The week's hours by age, 0 is the newest. An hour without a closure at a venue that was watched is a measured zero. */
export function closedByHour(
  { whole, holed }: PastWatch,
  rows: readonly SignalLiquidationUsualRow[],
): Measured<readonly number[]> {
  if (whole.length === 0)
    return holed.length > 0
      ? gap("insufficient_coverage", "No venue was watched throughout the 7 days.")
      : gap("insufficient_history", "No venue was watched for 7 days yet.");
  const hours = new Array<number>(WEEK_HOURS).fill(0);
  for (const row of rows) {
    if (!whole.includes(row.provider)) continue;
    for (const [index, age] of row.hours.entries())
      if (age < WEEK_HOURS) hours[age] = sum([hours[age] ?? 0, row.usd[index] ?? 0]);
  }
  return hours;
}

export const medianHourOf = (week: PastWatch, rows: readonly SignalLiquidationUsualRow[]): Measured<number> =>
  derive([closedByHour(week, rows)], (hours) => roundUsd(median(hours)));

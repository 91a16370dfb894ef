// The usual size of a token's returns: what a move is measured against.
import { deviation } from "./statistics.ts";

const HOURS_MIN = 7 * 24;

/** Standard deviation of hourly sampled returns, in their unit; NaN with less than seven days of them. */
export const sigmaOf = (hourlyReturns: readonly number[]): number =>
  hourlyReturns.length < HOURS_MIN ? Number.NaN : deviation(hourlyReturns);

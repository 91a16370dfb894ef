// Thirty days of hourly closes: volatility, sigma of returns, correlation and beta to bitcoin; unrounded.
import type { SpotHourRow } from "../../schema/query/spot-hour.ts";
import { covariance, deviation } from "../number/statistics.ts";
import { derive, type Gap, gap, type Measured } from "./gap.ts";

const HOUR_MS = 3_600_000;
const HOURS = 720;
const HOURS_PER_YEAR = 8_760;
/** A statistic needs this share of the returns its window can hold. */
const SHARE_MIN = 0.9;

/** Closes by age in hours, 0 the newest completed hour; undefined where none is stored. */
export type HourlyCloses = readonly (number | undefined)[];

export function alignHours(row: SpotHourRow | null, asOf: number): HourlyCloses {
  const closes = new Array<number | undefined>(HOURS + 1).fill(undefined);
  const newestAt = Math.floor(asOf / HOUR_MS) * HOUR_MS;
  for (const [index, at] of (row?.at ?? []).entries()) {
    const age = (newestAt - at) / HOUR_MS;
    if (age >= 0 && age <= HOURS) closes[age] = row?.close[index];
  }
  return closes;
}

/** Returns over `span` hours that end within the newest `hours`, by age; undefined where an end is missing. */
function returnsOf(
  closes: HourlyCloses,
  span: number,
  hours: number,
  fn: (now: number, then: number) => number,
): (number | undefined)[] {
  return Array.from({ length: hours - span + 1 }, (_, age) => {
    const now = closes[age];
    const then = closes[age + span];
    return now === undefined || then === undefined ? undefined : fn(now, then);
  });
}

const logReturn = (now: number, then: number): number => Math.log(now / then);
const simpleReturn = (now: number, then: number): number => now / then - 1;

function known(returns: readonly (number | undefined)[], none: Gap): Measured<number[]> {
  const present = returns.filter((value) => value !== undefined);
  if (present.length >= returns.length * SHARE_MIN) return present;
  return present.length === 0 && none.gap !== "stale"
    ? none
    : gap("insufficient_history", `Only ${present.length} of ${returns.length} returns are stored.`);
}

export type Volatility = {
  readonly realized24h: Measured<number>;
  readonly realized30d: Measured<number>;
  readonly sigma1h: Measured<number>;
  readonly sigma24h: Measured<number>;
  readonly sigma7d: Measured<number>;
};

/** Standard deviation of 30 days of returns over `span` hours, in percentage points. */
export const measureSigma = (closes: HourlyCloses, span: number, none: Gap): Measured<number> =>
  derive([known(returnsOf(closes, span, HOURS, simpleReturn), none)], (values) => deviation(values) * 100);

/** Measures volatility; `none` is said when no hour is stored at all. */
export function measureVolatility(closes: HourlyCloses, none: Gap): Volatility {
  const annual = (hours: number) =>
    derive(
      [known(returnsOf(closes, 1, hours, logReturn), none)],
      (values) => deviation(values) * Math.sqrt(HOURS_PER_YEAR) * 100,
    );
  return {
    realized24h: annual(24),
    realized30d: annual(HOURS),
    sigma1h: measureSigma(closes, 1, none),
    sigma24h: measureSigma(closes, 24, none),
    sigma7d: measureSigma(closes, 168, none),
  };
}

/** Correlation and beta of hourly log returns to another token's, over the hours both have. */
export function measureAgainst(
  closes: HourlyCloses,
  other: HourlyCloses,
  none: Gap,
): { correlation: Measured<number>; beta: Measured<number> } {
  const left = returnsOf(closes, 1, HOURS, logReturn);
  const right = returnsOf(other, 1, HOURS, logReturn);
  const both = left.map((value, age) => {
    const against = right[age];
    return value === undefined || against === undefined ? undefined : { value, against };
  });
  const present = both.filter((pair) => pair !== undefined);
  const enough: Measured<typeof present> =
    present.length >= HOURS * SHARE_MIN
      ? present
      : present.length === 0 && none.gap !== "stale"
        ? none
        : gap("insufficient_history", `Only ${present.length} of ${HOURS} hours are stored on both sides.`);
  const covered = derive([enough], (pairs) => {
    const values = pairs.map((pair) => pair.value);
    const against = pairs.map((pair) => pair.against);
    return { shared: covariance(values, against), left: deviation(values), right: deviation(against) };
  });
  return {
    correlation: derive([covered], ({ shared, left, right }) => shared / (left * right)),
    beta: derive([covered], ({ shared, right }) => shared / right ** 2),
  };
}

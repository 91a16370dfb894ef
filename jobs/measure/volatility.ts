// Thirty days of hourly closes: volatility, sigma of returns, correlation and beta to bitcoin; unrounded.
import { HOUR_MS } from "../../schema/duration.ts";
import type { SpotHourRow } from "../../schema/query/trade/spot-hour.ts";
import { covariance, deviation } from "../number/statistics.ts";
import { derive, type Gap, gap, isGap, type Measured } from "./gap.ts";

const HOURS = 720;
const HOURS_PER_YEAR = 8_760;
/** A statistic needs this share of the returns its window can hold. */
const SHARE_MIN = 0.9;
/** But for sigmas, of which a week of hourly returns tells something already: rules would not speak for a month. */
const SIGMA_RETURNS_MIN = 168;
/** Hours back, within which one of them ends: what moved weeks ago says nothing of what is usual now. */
const SIGMA_HOURS = 72;

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

/** What is said where no hour is stored at all, and how many hours ago the first one is that is. */
type Stored = { readonly none: Gap; readonly oldest: number };

const oldestOf = (closes: HourlyCloses): number => closes.findLastIndex((close) => close !== undefined);

/** Too little of what is stored for long is a hole, and young where it began too late. */
const tooLittle = (isLong: boolean, detail: string): Gap =>
  gap(isLong ? "insufficient_coverage" : "insufficient_history", detail);

function known(
  returns: readonly (number | undefined)[],
  { none, oldest }: Stored,
  span: number,
  least = returns.length * SHARE_MIN,
): Measured<number[]> {
  const present = returns.filter((value) => value !== undefined);
  if (present.length >= least) return present;
  if (present.length === 0 && none.gap !== "stale") return none;
  return tooLittle(oldest - span + 1 >= least, `Only ${present.length} of ${returns.length} returns are stored.`);
}

/** Enough returns to tell what is usual now. */
function usual(returns: readonly (number | undefined)[], stored: Stored, span: number): Measured<number[]> {
  const present = known(returns, stored, span, SIGMA_RETURNS_MIN);
  if (isGap(present) || returns.slice(0, SIGMA_HOURS).some((value) => value !== undefined)) return present;
  return gap("insufficient_coverage", `No return of the last ${SIGMA_HOURS} hours is stored.`);
}

type Volatility = {
  readonly realized24h: Measured<number>;
  readonly realized30d: Measured<number>;
  readonly sigma1h: Measured<number>;
  readonly sigma24h: Measured<number>;
  readonly sigma7d: Measured<number>;
};

type Statistics = Volatility & { readonly correlation: Measured<number>; readonly beta: Measured<number> };
type Kept = { readonly hour: number; readonly other: HourlyCloses; readonly statistics: Statistics };
const KEPT = new WeakMap<SpotHourRow, Kept>();
const OTHERS = new WeakMap<SpotHourRow, { readonly hour: number; readonly closes: HourlyCloses }>();

/** The same closes for the same row within an hour, so that what was worked out of them can be kept. */
export function alignOnce(row: SpotHourRow | null, asOf: number): HourlyCloses {
  if (row === null) return alignHours(row, asOf);
  const hour = Math.floor(asOf / HOUR_MS);
  const known = OTHERS.get(row);
  if (known?.hour === hour) return known.closes;
  const closes = alignHours(row, asOf);
  OTHERS.set(row, { hour, closes });
  return closes;
}

/**
 * All statistics of a token's hours. They move once an hour, so those of the same row are worked out once in it,
 * unless `none` (which tells the present) is among them.
 */
export function measureHours(row: SpotHourRow | null, other: HourlyCloses, none: Gap, asOf: number): Statistics {
  const hour = Math.floor(asOf / HOUR_MS);
  const known = row === null ? undefined : KEPT.get(row);
  if (known?.hour === hour && known.other === other) return known.statistics;
  const closes = alignOnce(row, asOf);
  const statistics = { ...measureVolatility(closes, none), ...measureAgainst(closes, other, none) };
  if (row !== null && !Object.values(statistics).includes(none)) KEPT.set(row, { hour, other, statistics });
  return statistics;
}

/** Measures volatility; `none` is said when no hour is stored at all. */
export function measureVolatility(closes: HourlyCloses, none: Gap): Volatility {
  const stored = { none, oldest: oldestOf(closes) };
  const annual = (hours: number) =>
    derive(
      [known(returnsOf(closes, 1, hours, logReturn), stored, 1)],
      (values) => deviation(values) * Math.sqrt(HOURS_PER_YEAR) * 100,
    );
  const sigma = (span: number) =>
    derive([usual(returnsOf(closes, span, HOURS, simpleReturn), stored, span)], (values) => deviation(values) * 100);
  return {
    realized24h: annual(24),
    realized30d: annual(HOURS),
    sigma1h: sigma(1),
    sigma24h: sigma(24),
    sigma7d: sigma(168),
  };
}

/** Correlation and beta of hourly log returns to another token's, over the hours both have. */
function measureAgainst(
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
  const oldest = Math.min(oldestOf(closes), oldestOf(other));
  const enough: Measured<typeof present> =
    present.length >= HOURS * SHARE_MIN
      ? present
      : present.length === 0 && none.gap !== "stale"
        ? none
        : tooLittle(oldest >= HOURS * SHARE_MIN, `Only ${present.length} of ${HOURS} hours are stored on both sides.`);
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

// What spot candles say about a token's price, its changes and its volume; unrounded.

import type { TickerLatestRow } from "../../schema/dataset/trade/ticker.ts";
import type { SpotMinuteRow } from "../../schema/query/trade/spot-minute.ts";
import type { PastSpan, SpotPastRow } from "../../schema/query/trade/spot-past.ts";
import type { TokenRows } from "../fact/token-facts.ts";
import { median, quantile } from "../number/statistics.ts";
import { isFresh, newest, whyMissing } from "./cause.ts";
import { derive, type Gap, gap, type Measured } from "./gap.ts";
import { type Reading, requireWeight, shareOf, total, type Weights, weighVenues } from "./venue-weight.ts";

/** A venue's window counts when at least 90 % of its minutes are stored. */
const HOUR_MINUTES_MIN = 54;
const DAY_MINUTES_MIN = 1_296;
const HOURS_MIN = 22;
const SOURCES_FOR_CONFIDENCE_MIN = 3;
/** Venues further apart than this do not speak of one price; four times what they may differ by on a usual day. */
const AGREE_WITHIN = 0.02;

export type Spot = {
  /** The newest completed minute used, epoch milliseconds; asOf where there is none. */
  readonly at: number;
  readonly fresh: readonly SpotMinuteRow[];
  readonly weights: Weights;
  /** Day statistics of venues whose candles are not read: they count in the day's volume and nowhere else. */
  readonly told: readonly TickerLatestRow[];
  /** Share of the weight whose price is fresh, 0..1. */
  readonly share: Measured<number>;
  readonly price: Measured<number>;
  readonly confidenceBps: Measured<number>;
  readonly change1h: Measured<number>;
  readonly change24h: Measured<number>;
  readonly change7d: Measured<number>;
  readonly change30d: Measured<number>;
  readonly high24h: Measured<number>;
  readonly low24h: Measured<number>;
  readonly volume1h: Measured<number>;
  readonly medianHourlyVolume: Measured<number>;
  readonly volume24h: Measured<number>;
};

const BACKS: readonly PastSpan[] = ["1h", "24h", "7d", "30d"];
/** Whether closes of a longer time ago are stored: what lacks since is a hole then. */
const hasOlder = (past: readonly SpotPastRow[], than: PastSpan): boolean =>
  past.some(({ back }) => BACKS.indexOf(back) > BACKS.indexOf(than));
const TOO_YOUNG = gap("insufficient_history", "No close is stored for then.");
const HOLE = gap("insufficient_coverage", "No close is stored for then, though some of before are.");

function change(price: Measured<number>, past: readonly SpotPastRow[], back: PastSpan): Measured<number> {
  const closes = past.filter((row) => row.back === back).map(({ close }) => close);
  const before = closes.length > 0 ? median(closes) : hasOlder(past, back) ? HOLE : TOO_YOUNG;
  return derive([price, before], (now, then) => (now / then - 1) * 100);
}

/** Volumes of the venues by how many hours back, for venues that have nearly all minutes of the hour. */
function hourReadings(rows: readonly SpotMinuteRow[]): Reading[][] {
  const hours = Array.from({ length: 24 }, (): Reading[] => []);
  for (const { venue, hour_lags, hour_minutes, hour_volumes } of rows) {
    for (const [at, lag] of hour_lags.entries()) {
      const value = hour_volumes[at];
      if (value !== undefined && (hour_minutes[at] ?? 0) >= HOUR_MINUTES_MIN) hours[lag]?.push({ venue, value });
    }
  }
  return hours;
}

function medianHourly(
  rows: readonly SpotMinuteRow[],
  readings: readonly Reading[][],
  weights: Weights,
  none: Gap,
): Measured<number> {
  const hours: number[] = [];
  for (const hour of readings) {
    const sum = derive([requireWeight(weights, hour, none)], total);
    if (typeof sum === "number") hours.push(sum);
  }
  if (hours.length >= HOURS_MIN) return median(hours);
  return rows.length === 0 ? none : gap("insufficient_history", `Only ${hours.length} of 24 hours are stored.`);
}

const confidence = (closes: readonly number[], none: Gap): Measured<number> => {
  if (closes.length === 0) return none;
  if (closes.length < SOURCES_FOR_CONFIDENCE_MIN) return gap("insufficient_coverage", "Needs three sources.");
  return ((quantile(closes, 0.9) - quantile(closes, 0.1)) / 2 / median(closes)) * 10_000;
};

/** The median, where more than half of the venues agree; where they do not, no one can say which is right. */
function agreedPrice(closes: readonly number[], none: Gap): Measured<number> {
  if (closes.length === 0) return none;
  const sorted = [...closes].sort((a, b) => a - b);
  const needed = Math.floor(sorted.length / 2) + 1;
  const agree = sorted.some((low, at) => {
    const high = sorted[at + needed - 1];
    return high !== undefined && high <= low * (1 + AGREE_WITHIN);
  });
  if (agree) return median(closes);
  return gap(
    "disagreement",
    `No ${needed} of ${sorted.length} venues are within ${AGREE_WITHIN * 100} % of each other.`,
  );
}

/** Venues known by their day alone; nobody is while the weights of the others are still to come. */
const toldOf = (rows: TokenRows, weights: Weights): TickerLatestRow[] =>
  rows.spotVenues.length === 0
    ? []
    : rows.tickers.filter(({ market, venue }) => market === "spot" && !weights.has(venue));

/** A venue's week, where only its last day is known. */
export const toldWeight = ({ volume_24h_usd }: Pick<TickerLatestRow, "volume_24h_usd">): number => 7 * volume_24h_usd;

/** The day's volume: candles, and what venues say of their day where theirs are not read. */
function dayVolume(
  days: readonly Reading[],
  told: readonly TickerLatestRow[],
  weights: Weights,
  asOf: number,
  none: Gap,
) {
  const all = new Map([...weights, ...told.map((row) => [row.venue, toldWeight(row)] as const)]);
  const fresh = told.filter((row) => isFresh("ticker", row.read_at, asOf));
  const readings = [...days, ...fresh.map(({ venue, volume_24h_usd }) => ({ venue, value: volume_24h_usd }))];
  return derive([requireWeight(all, readings, none)], total);
}

/** Measures a token's spot market at `asOf`. */
export function measureSpot(rows: TokenRows, asOf: number): Spot {
  const fresh = rows.minutes.filter((row) => isFresh("candle", row.close_at, asOf));
  const weights = weighVenues(
    rows.spotVenues.map(({ venue, volume_7d_usd }) => ({ venue, weight: volume_7d_usd })),
    [...rows.minutes, ...rows.spotVenues].map(({ venue }) => venue),
  );
  const since = newest([...rows.spotVenues, ...rows.minutes].map((row) => row.close_at));
  const none = whyMissing(rows.calls, "candle", since);
  const short = fresh.length === 0 ? none : gap("insufficient_history", "The window is not stored whole yet.");
  const closes = fresh.map((row) => row.close);
  const price = agreedPrice(closes, none);
  const days = fresh.filter((row) => row.minutes >= DAY_MINUTES_MIN);
  const told = toldOf(rows, weights);
  const hours = hourReadings(fresh);
  const dayVolumes = days.map((row) => ({ venue: row.venue, value: total(hourPairs(row)) }));
  return {
    at: newest(fresh.map((row) => row.close_at)) || asOf,
    fresh,
    weights,
    told,
    share:
      fresh.length === 0
        ? none
        : shareOf(
            weights,
            fresh.map(({ venue }) => venue),
          ),
    price,
    confidenceBps: confidence(closes, none),
    change1h: change(price, rows.past, "1h"),
    change24h: change(price, rows.past, "24h"),
    change7d: change(price, rows.past, "7d"),
    change30d: change(price, rows.past, "30d"),
    high24h: days.length === 0 ? short : median(days.map((row) => row.high_24h)),
    low24h: days.length === 0 ? short : median(days.map((row) => row.low_24h)),
    volume1h: derive([requireWeight(weights, hours[0] ?? [], short)], total),
    medianHourlyVolume: medianHourly(fresh, hours, weights, none),
    volume24h: dayVolume(dayVolumes, told, weights, asOf, short),
  };
}

const hourPairs = (row: SpotMinuteRow): Reading[] => row.hour_volumes.map((value) => ({ venue: row.venue, value }));

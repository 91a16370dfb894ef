// Funding of a token's perpetuals: each venue in its own interval, weighted by open interest, and its rank in 90 days.
import type { FundingLatestRow } from "../../schema/dataset/trade/funding.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import type { FundingPastRow } from "../../schema/query/trade/funding-past.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { sum, weightedMean } from "../number/statistics.ts";
import { callsOf, newest, whyMissing } from "./cause.ts";
import { derive, gap, isGap, type Measured } from "./gap.ts";
import type { OpenInterest } from "./perp.ts";
import { contestRate } from "./perp-opinion.ts";
import { requireWeight, type Weights } from "./venue-weight.ts";

const INTERVAL_WHERE_UNKNOWN_H = 8;
const SPAN_MS = 8 * HOUR_MS;
/** 80 % of the 270 eight-hour spans of 90 days. */
const SPANS_MIN = 216;
const SHARE_MIN = 0.6;
/** Venues below this share of open interest do not count. */
const SHARE_OF_INTEREST_MIN = 0.01;

export type VenueFunding = {
  readonly row: FundingLatestRow;
  /** Percentage points of the venue's own interval. */
  readonly rate: Measured<number>;
  readonly intervalHours: Measured<number>;
  readonly rate8h: Measured<number>;
  readonly apr: Measured<number>;
  readonly interest: Measured<number>;
};

/** A rate counts for its interval and half an hour; a venue that names no interval has no rate (never assumed 8 h). */
function readVenue(row: FundingLatestRow, rows: TokenFacts, interest: OpenInterest, asOf: number): VenueFunding {
  const hours = row.interval_hours;
  const ttlMs = (hours ?? INTERVAL_WHERE_UNKNOWN_H) * HOUR_MS + FRESHNESS.funding.hardTtlS * 1_000;
  const fresh = row.read_at <= asOf && asOf - row.read_at <= ttlMs;
  const calls = callsOf(rows.calls, "funding").filter((call) => call.provider === row.provider);
  const unit = gap("unit_unknown", "The venue names no funding interval.");
  const intervalHours: Measured<number> = hours === null || hours <= 0 ? unit : hours;
  const rate = fresh
    ? (contestRate(row, rows, asOf) ?? derive([intervalHours], () => row.rate * 100))
    : whyMissing(calls, "funding", row.read_at);
  const rate8h = derive([rate, intervalHours], (value, every) => (value * 8) / every);
  const interestCalls = rows.calls.filter((call) => call.provider === row.provider);
  const lastInterest = rows.openInterest.find(({ venue }) => venue === row.venue)?.read_at ?? 0;
  const own = interest.fresh.find(({ venue }) => venue === row.venue);
  return {
    row,
    rate,
    intervalHours,
    rate8h,
    apr: derive([rate8h], (value) => value * 3 * 365),
    interest: own
      ? own.usd
      : (interest.contested.get(row.venue) ?? whyMissing(interestCalls, "open_interest", lastInterest)),
  };
}

/** `span` counts 8-hour spans since the epoch; `rate` in percentage points per 8 hours. */
export type PastRate = { readonly span: number; readonly rate: number };

/** The weighted rate of each 8-hour span of the past, where enough venues settled. */
function pastRates(past: readonly FundingPastRow[], weights: Weights): PastRate[] {
  const spans = new Map<number, { venue: string; value: number; weight: number }[]>();
  for (const row of past) {
    const weight = weights.get(row.venue) ?? 0;
    for (const [index, span] of row.bucket.entries()) {
      const value = row.rate_8h[index];
      if (value === undefined || weight === 0) continue;
      const entry = { venue: row.venue, value: value * 100, weight };
      const known = spans.get(span);
      if (known) known.push(entry);
      else spans.set(span, [entry]);
    }
  }
  const whole = sum([...weights.values()]);
  const enough = [...spans].filter(([, entries]) => sum(entries.map(({ weight }) => weight)) >= SHARE_MIN * whole);
  return enough.map(([span, entries]) => ({ span, rate: weightedMean(entries) }));
}

/** Sums of floating numbers differ in their last places by the order they are read in: rates so near are the same. */
const SAME_PCT = 1e-9;

/** Whether venues of enough weight are stored for so long that their spans would do: what lacks then is a hole. */
function isLong(past: readonly FundingPastRow[], weights: Weights, asOf: number): boolean {
  const from = asOf / SPAN_MS - SPANS_MIN;
  const long = past.filter(({ bucket }) => bucket.some((span) => span <= from));
  return sum(long.map(({ venue }) => weights.get(venue) ?? 0)) >= SHARE_MIN * sum([...weights.values()]);
}

/** Share of past rates below the current one, ties counting half. */
const percentileOf = (value: number, past: readonly number[], isHole: () => boolean): Measured<number> => {
  if (past.length < SPANS_MIN) {
    const reason = isHole() ? "insufficient_coverage" : "insufficient_history";
    return gap(reason, `Only ${past.length} of 270 eight-hour spans are stored.`);
  }
  const below = past.filter((rate) => rate < value - SAME_PCT).length;
  const same = past.filter((rate) => Math.abs(rate - value) <= SAME_PCT).length;
  return ((below + same / 2) / past.length) * 100;
};

type Funding = {
  readonly venues: readonly VenueFunding[];
  readonly rate8h: Measured<number>;
  readonly apr: Measured<number>;
  readonly percentile90d: Measured<number>;
  readonly past: readonly PastRate[];
};

/** Measures funding at `asOf`; unrounded. */
export function measureFunding(rows: TokenFacts, interest: OpenInterest, asOf: number): Funding {
  const venues = rows.funding.map((row) => readVenue(row, rows, interest, asOf));
  const known = venues.flatMap(({ row, rate8h, interest: size }) =>
    isGap(rate8h) || isGap(size) ? [] : [{ venue: row.venue, value: rate8h, weight: size }],
  );
  const all = sum(interest.fresh.map((row) => row.usd));
  const counted = known.filter(({ weight }) => weight >= all * SHARE_OF_INTEREST_MIN);
  const since = newest(rows.funding.map((row) => row.read_at));
  const first = venues.map((venue) => venue.rate8h).find(isGap) ?? venues.map((venue) => venue.interest).find(isGap);
  const none = first ?? whyMissing(rows.calls, "funding", since);
  const rate8h = derive([requireWeight(interest.weights, counted, none)], weightedMean);
  const past = pastRates(rows.fundingPast, interest.weights);
  return {
    venues,
    rate8h,
    apr: derive([rate8h], (value) => value * 3 * 365),
    percentile90d: derive([rate8h], (value) =>
      percentileOf(
        value,
        past.map(({ rate }) => rate),
        () => isLong(rows.fundingPast, interest.weights, asOf),
      ),
    ),
    past,
  };
}

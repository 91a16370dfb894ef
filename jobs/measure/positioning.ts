// Positioning in a token's perpetuals: long/short ratios, taker pressure, forced closures; unrounded.
import type { LongShortLatestRow } from "../../schema/query/long-short-latest.ts";
import type { Facts } from "../fact/fact.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { sum, weightedMean } from "../number/statistics.ts";
import { callsAbout, isFresh, newest, whyMissing } from "./cause.ts";
import { derive, type Gap, gap, type Measured } from "./gap.ts";
import type { OpenInterest } from "./perp.ts";
import { requireWeight } from "./venue-weight.ts";

const TAKER_SECONDS_MIN = 3_240;
const WATCHED_HOURS_MIN = 22;

/** The fresh ratio of a kind on the venue with the most open interest. */
export function largestRatio(
  rows: TokenFacts,
  kind: "global_account" | "top_position",
  interest: OpenInterest,
  asOf: number,
): Measured<LongShortLatestRow> {
  const readings = rows.longShort.filter((row) => row.kind === kind);
  const weight = ({ venue }: LongShortLatestRow) => interest.weights.get(venue) ?? 0;
  const [largest] = readings
    .filter((row) => isFresh("long_short", row.read_at, asOf))
    .sort((a, b) => weight(b) - weight(a) || (a.venue < b.venue ? -1 : 1));
  return largest ?? whyMissing(rows.calls, "long_short", newest(readings.map((row) => row.read_at)));
}

/**
 * Taker buys over sells of the last hour. Venues count in their own units, so their buy shares are averaged by open
 * interest and the mean share is turned into a ratio.
 */
export function measureTakers(rows: TokenFacts, interest: OpenInterest, asOf: number): Measured<number> {
  const fresh = rows.takers.filter((row) => isFresh("taker_volume", row.end_at, asOf));
  const whole = fresh.filter((row) => row.seconds >= TAKER_SECONDS_MIN && row.buy + row.sell > 0);
  const shares = whole.map((row) => ({
    venue: row.venue,
    value: row.buy / (row.buy + row.sell),
    weight: interest.weights.get(row.venue) ?? 0,
  }));
  const none =
    fresh.length > 0
      ? gap("insufficient_history", "The hour is not stored whole yet.")
      : whyMissing(rows.calls, "taker_volume", newest(rows.takers.map((row) => row.end_at)));
  return derive([requireWeight(interest.weights, shares, none)], (venues) => {
    const share = weightedMean(venues);
    return derive([share / (1 - share)], (ratio) => ratio);
  });
}

export type Liquidations = {
  readonly longUsd: number;
  readonly shortUsd: number;
  readonly totalUsd: number;
  readonly count: number;
  readonly largestUsd: number;
};

/** Providers whose reports of this token were read within the hard limit. */
function freshProviders(facts: Facts, rows: TokenFacts): string[] {
  const calls = callsAbout(rows.calls, "liquidation").filter((call) => isFresh("liquidation", call.ok_at, facts.asOf));
  const listed = new Set(rows.openInterest.map(({ provider }) => provider));
  return [...new Set(calls.map(({ provider }) => provider))].filter((provider) => listed.has(provider)).sort();
}

/** Providers among `fresh` that were watched over the whole window. */
function watched(facts: Facts, fresh: readonly string[], span: "1h" | "24h"): string[] {
  return fresh.filter((provider) => {
    const hours = facts.liquidationWatch.find((row) => row.provider === provider)?.hours ?? [];
    if (span === "1h") return hours.some((age) => age >= 1 && age <= 3);
    return hours.filter((age) => age < 24).length >= WATCHED_HOURS_MIN;
  });
}

/**
 * Forced closures of a window. Only venues that report them count; among those, an absent row is a measured zero
 * when the venue was read throughout.
 */
export function measureLiquidations(facts: Facts, rows: TokenFacts, span: "1h" | "24h"): Measured<Liquidations> {
  const fresh = freshProviders(facts, rows);
  const counted = watched(facts, fresh, span);
  const since = newest(callsAbout(rows.calls, "liquidation").map((call) => call.ok_at));
  const none: Gap =
    fresh.length > 0
      ? gap("insufficient_history", "The venues were not watched over the whole window yet.")
      : whyMissing(rows.calls, "liquidation", since);
  if (counted.length === 0) return none;
  if (counted.length < fresh.length * 0.6)
    return gap("insufficient_coverage", "Too few venues were watched throughout.");
  const own = rows.liquidations.filter((row) => counted.includes(row.provider));
  const hour = span === "1h";
  const longUsd = sum(own.map((row) => (hour ? row.long_1h_usd : row.long_24h_usd)));
  const shortUsd = sum(own.map((row) => (hour ? row.short_1h_usd : row.short_24h_usd)));
  return {
    longUsd,
    shortUsd,
    totalUsd: longUsd + shortUsd,
    count: sum(own.map((row) => (hour ? row.count_1h : row.count_24h))),
    largestUsd: newest(own.map((row) => (hour ? row.largest_1h_usd : row.largest_24h_usd))),
  };
}

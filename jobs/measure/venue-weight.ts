// Sums over venues (or chains): only where those measured carry at least 60 % of the last known weight (contract 7.4).
import { sum } from "../number/statistics.ts";
import { type Gap, gap, type Measured } from "./gap.ts";

export const WEIGHT_MIN = 0.6;

/** Venue (or chain) to its last known share of the whole, in any unit. */
export type Weights = ReadonlyMap<string, number>;
export type Reading = { readonly venue: string; readonly value: number };

/**
 * Weights of everything expected; all equal where nothing is known of their size. Of `vanished` venues it is known that
 * they trade the token and not how much: beside them nothing is enough.
 */
export function weighVenues(
  known: readonly { readonly venue: string; readonly weight: number }[],
  expected: readonly string[],
  vanished: readonly string[] = [],
): Weights {
  const weights = new Map([...new Set(expected)].sort().map((venue) => [venue, 0]));
  for (const venue of vanished) weights.set(venue, Number.POSITIVE_INFINITY);
  for (const { venue, weight } of known) weights.set(venue, weight);
  if (sum([...weights.values()]) > 0) return weights;
  return new Map([...weights.keys()].map((venue) => [venue, 1]));
}

/** Share of the weight that `venues` carry, 0..1; NaN where nothing is expected, 0 beside one of unknown weight. */
export function shareOf(weights: Weights, venues: readonly string[]): number {
  let counted = 0;
  let whole = 0;
  for (const [venue, weight] of weights) {
    if (weight === Number.POSITIVE_INFINITY) return 0;
    if (venues.includes(venue)) counted += weight;
    whole += weight;
  }
  return counted / whole;
}

/** Gives the readings back when they carry enough of the weight, else why not; `none` is said when there are none. */
export function requireWeight<R extends { readonly venue: string }>(
  weights: Weights,
  readings: readonly R[],
  none: Gap,
): Measured<readonly R[]> {
  if (readings.length === 0) return none;
  const share = shareOf(
    weights,
    readings.map(({ venue }) => venue),
  );
  if (share >= WEIGHT_MIN) return readings;
  const unknown = [...weights].flatMap(([venue, weight]) => (Number.isFinite(weight) ? [] : [venue]));
  if (unknown.length > 0)
    return gap(
      "insufficient_coverage",
      `Nothing is known of the size of ${unknown.join(", ")}, which lists the token.`,
    );
  return gap("insufficient_coverage", `Only ${(share * 100).toFixed(1)} % of the known weight was measured.`);
}

/** Why the rest of the weight is not there: its venues have no reading within the hard limit. */
export function restOf(weights: Weights, readings: readonly { readonly venue: string }[]): Gap {
  const read = new Set(readings.map(({ venue }) => venue));
  const rest = [...weights.keys()].filter((venue) => !read.has(venue));
  return gap("stale", `Not read in time: ${rest.join(", ")}.`.slice(0, 300));
}

export const total = (readings: readonly Reading[]): number => sum(readings.map(({ value }) => value));

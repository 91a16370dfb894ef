// Finds one top venue trading away from the others for five minutes.
import { priceDivergence as rule } from "../../schema/signal/price-divergence.ts";
import { roundPct } from "../number/round.ts";
import { median } from "../number/statistics.ts";
import { knownPrices } from "./guard.ts";
import { lastMinutes } from "./price-minute.ts";
import { type Detector, fired, gradeAtLeast, notEvaluated, QUIET, signed, withInputs } from "./reading.ts";

const { minutes, venuesMin, wrongTickPct } = rule.parameters;

/** Deviation from the median of each venue in pct. */
const deviationsIn = (known: ReturnType<typeof knownPrices>): ReadonlyMap<string, number> => {
  const centre = median(known.map((price) => price.price_usd));
  return new Map(known.map((price) => [price.venue, roundPct((price.price_usd / centre - 1) * 100)]));
};

/** A far deviation that neither neighbour shares is a wrong tick; one that lasts is a real divergence. */
const isWrongTick = (deviation: number, index: number, all: readonly number[]): boolean => {
  const shares = (other: number | undefined): boolean =>
    other !== undefined && Math.abs(other) > wrongTickPct && Math.sign(other) === Math.sign(deviation);
  return Math.abs(deviation) > wrongTickPct && !shares(all[index - 1]) && !shares(all[index + 1]);
};

/** The deviation kept all the time: the smallest of one sign, 0 when the sign changed. */
const keptDeviation = (all: readonly number[]): number => {
  const real = all.filter((deviation, index) => !isWrongTick(deviation, index, all));
  const signs = new Set(real.map(Math.sign));
  if (signs.size !== 1) return 0;
  return real.reduce((least, deviation) => (Math.abs(deviation) < Math.abs(least) ? deviation : least));
};

export const detectPriceDivergence: Detector = (input) =>
  withInputs(input, rule.requires, ({ venue_prices }) => {
    const recent = lastMinutes(venue_prices, input.at, minutes);
    if (!recent) return notEvaluated(input, ["venue_prices"], "insufficient_history");
    const known = recent.map(({ prices }) => knownPrices(prices));
    // With too few venues nobody can say who deviates.
    if (known.some((prices) => prices.length < venuesMin))
      return notEvaluated(input, ["venue_prices"], "insufficient_coverage");
    // No deviation that was kept exceeds the newest one, which is no wrong tick if it is small.
    const newest = deviationsIn(known.at(-1) ?? []);
    if ([...newest.values()].every((one) => Math.abs(one) < Math.min(rule.levels[0], wrongTickPct))) return QUIET;
    const byMinute = known.map(deviationsIn);
    const venues = [...newest.keys()].toSorted();
    const kept = venues
      .map((venue) => ({ venue, all: byMinute.map((each) => each.get(venue)).filter((one) => one !== undefined) }))
      .filter(({ all }) => all.length === minutes)
      .map(({ venue, all }) => ({ venue, value: keptDeviation(all) }));
    const start = { venue: "", value: 0 };
    const worst = kept.reduce((most, one) => (Math.abs(one.value) > Math.abs(most.value) ? one : most), start);
    const severity = gradeAtLeast(Math.abs(worst.value), rule.levels);
    if (severity === 0) return QUIET;
    return fired({
      direction: "neutral",
      severity,
      value: worst.value,
      thresholds: signed(rule.levels, worst.value),
      baseline: null,
      details: { venue: worst.venue, venues },
    });
  });

// Finds spreads much wider than the day's usual.
import { spreadWidening as rule } from "../../schema/signal/spread-widening.ts";
import { roundPct, roundRatio } from "../number/round.ts";
import { weightedMedian } from "../number/statistics.ts";
import { isNumber, WEIGHT_SHARE_MIN } from "./guard.ts";
import type { VenueSpread } from "./input.ts";
import { type Detector, fired, gradeAtLeast, notEvaluated, QUIET, weakest, withInputs } from "./reading.ts";

type Known = { readonly weight: number; readonly now_bps: number; readonly median_24h_bps: number };

const isKnown = (venue: VenueSpread): venue is VenueSpread & Known =>
  isNumber(venue.weight) && venue.weight > 0 && isNumber(venue.now_bps) && isNumber(venue.median_24h_bps);

export const detectSpreadWidening: Detector = (input) =>
  withInputs(input, rule.requires, ({ spread }) => {
    const known = spread.filter(isKnown);
    const total = spread.reduce((sum, venue) => sum + (isNumber(venue.weight) ? venue.weight : 0), 0);
    const kept = known.reduce((sum, venue) => sum + venue.weight, 0);
    if (known.length === 0 || kept < WEIGHT_SHARE_MIN * total)
      return notEvaluated(input, ["spread"], "insufficient_coverage");
    const bps = roundPct(weightedMedian(known.map(({ weight, now_bps }) => ({ weight, value: now_bps }))));
    const median = weightedMedian(known.map(({ weight, median_24h_bps }) => ({ weight, value: median_24h_bps })));
    // A tenth of the smallest spread that counts: keeps the multiple finite without changing any severity.
    const usual = roundPct(Math.max(median, rule.parameters.baselineMinBps));
    const multiple = roundRatio(bps / usual);
    const severity = weakest(gradeAtLeast(multiple, rule.levels), gradeAtLeast(bps, rule.parameters.spreadBps));
    if (severity === 0) return QUIET;
    return fired({
      direction: "neutral",
      severity,
      value: multiple,
      thresholds: rule.levels,
      baseline: usual,
      details: { spread_bps: bps, venues: known.map((venue) => venue.venue) },
    });
  });

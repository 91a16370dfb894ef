// Finds a large move of the price within an hour.
import { priceMove as rule } from "../../schema/signal/price-move.ts";
import type { Levels } from "../../schema/signal/rule.ts";
import { roundPct } from "../number/round.ts";
import { type Detector, fired, gradeAtLeast, QUIET, signed, withInputs } from "./reading.ts";

const thresholdsFor = (sigma: number): Levels => {
  const at = (severity: 0 | 1 | 2): number =>
    Math.max(rule.levels[severity], roundPct(rule.parameters.sigmas[severity] * sigma));
  return [at(0), at(1), at(2)];
};

export const detectPriceMove: Detector = (input) =>
  withInputs(input, rule.requires, ({ return_1h_pct: move, sigma_1h_pct: sigma }) => {
    const thresholds = thresholdsFor(sigma);
    const severity = gradeAtLeast(Math.abs(move), thresholds);
    if (severity === 0) return QUIET;
    return fired({
      direction: move > 0 ? "bullish" : "bearish",
      severity,
      value: move,
      thresholds: signed(thresholds, move),
      baseline: sigma,
    });
  });

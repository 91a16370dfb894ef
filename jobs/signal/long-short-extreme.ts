// Finds accounts leaning far to one side.
import { longShortExtreme as rule } from "../../schema/signal/long-short-extreme.ts";
import { type Detector, fired, gradeAtLeast, gradeAtMost, QUIET, withInputs } from "./reading.ts";

export const detectLongShortExtreme: Detector = (input) =>
  withInputs(input, rule.requires, ({ long_short_ratio: value }) => {
    const high = gradeAtLeast(value, rule.levels);
    const low = gradeAtMost(value, rule.parameters.low);
    if (high !== 0)
      return fired({ direction: "bearish", severity: high, value, thresholds: rule.levels, baseline: null });
    if (low !== 0)
      return fired({ direction: "bullish", severity: low, value, thresholds: rule.parameters.low, baseline: null });
    return QUIET;
  });

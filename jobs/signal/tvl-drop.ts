// Finds value leaving a protocol, not just losing price.
import { tvlDrop as rule } from "../../schema/signal/tvl-drop.ts";
import { type Detector, fired, gradeAtLeast, QUIET, signed, withInputs } from "./reading.ts";

export const detectTvlDrop: Detector = (input) =>
  withInputs(input, rule.requires, ({ tvl_change_24h_pct: value, tvl_neutral_change_24h_pct: neutral }) => {
    const severity = gradeAtLeast(-value, rule.levels);
    if (severity === 0 || neutral > value * rule.parameters.neutralShare) return QUIET;
    return fired({
      direction: "bearish",
      severity,
      value,
      thresholds: signed(rule.levels, -1),
      baseline: null,
      details: { neutral_change_pct: neutral },
    });
  });

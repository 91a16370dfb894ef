// Finds value leaving a protocol, not just losing price.
import { tvlDrop as rule } from "../../schema/signal/tvl-drop.ts";
import { alternative, type Detector, fired, gradeAtLeast, notEvaluated, QUIET, signed, withInputs } from "./reading.ts";

export const detectTvlDrop: Detector = (input) =>
  withInputs(input, rule.requires, ({ tvl_change_24h_pct: value }) => {
    const severity = gradeAtLeast(-value, rule.levels);
    // Units are read where the value fell, and once a day: what did not fall is quiet without them.
    if (severity === 0) return QUIET;
    const neutral = alternative(input.values.tvl_neutral_change_24h_pct);
    if (neutral === undefined) return notEvaluated(input, ["tvl_neutral_change_24h_pct"]);
    if (neutral > value * rule.parameters.neutralShare) return QUIET;
    return fired({
      direction: "bearish",
      severity,
      value,
      thresholds: signed(rule.levels, -1),
      baseline: null,
      details: { neutral_change_pct: neutral },
    });
  });

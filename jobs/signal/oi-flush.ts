// Finds open interest shrinking fast.
import { oiFlush as rule } from "../../schema/signal/oi-flush.ts";
import { gradeChange, readOpenInterest } from "./open-interest.ts";
import { type Detector, fired, notEvaluated, QUIET, withInputs } from "./reading.ts";

export const detectOiFlush: Detector = (input) =>
  withInputs(input, rule.requires, (values) => {
    const { levels4h, returnMinPct } = rule.parameters;
    const change = readOpenInterest(values.open_interest);
    if (!change) return notEvaluated(input, ["open_interest"], "insufficient_coverage");
    const hit = gradeChange(change, {
      sign: -1,
      levels1h: rule.levels,
      levels4h,
      returnMinPct,
      return1hPct: values.return_1h_pct,
      return4hPct: values.return_4h_pct,
    });
    return hit ? fired(hit) : QUIET;
  });

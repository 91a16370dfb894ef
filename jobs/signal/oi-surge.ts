// Finds open interest growing fast.
import { oiSurge as rule } from "../../schema/signal/oi-surge.ts";
import { gradeChange, readOpenInterest } from "./open-interest.ts";
import { type Detector, fired, notEvaluated, QUIET, withInputs } from "./reading.ts";

export const detectOiSurge: Detector = (input) =>
  withInputs(input, rule.requires, (values) => {
    const { levels4h, openInterestMinUsd, returnMinPct } = rule.parameters;
    const change = readOpenInterest(values.open_interest);
    if (!change) return notEvaluated(input, ["open_interest"], "insufficient_coverage");
    if (change.nowUsd < openInterestMinUsd) return QUIET;
    const hit = gradeChange(change, {
      sign: 1,
      levels1h: rule.levels,
      levels4h,
      returnMinPct,
      return1hPct: values.return_1h_pct,
      return4hPct: values.return_4h_pct,
    });
    return hit ? fired(hit) : QUIET;
  });

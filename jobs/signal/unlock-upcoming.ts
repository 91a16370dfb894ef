// Finds an unlock within a week that is large beside what circulates.
import { DAY_MS } from "../../schema/duration.ts";
import { toTime } from "../../schema/shape/time.ts";
import { unlockUpcoming as rule } from "../../schema/signal/unlock-upcoming.ts";
import { isNumber } from "./guard.ts";
import { type Detector, fired, gradeAtLeast, notEvaluated, QUIET, withInputs } from "./reading.ts";

export const detectUnlockUpcoming: Detector = (input) =>
  withInputs(input, rule.requires, ({ upcoming_unlocks: unlocks }) => {
    const next = unlocks.filter((unlock) => unlock.at > input.at).toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at - input.at > rule.parameters.aheadMaxDays * DAY_MS) return QUIET;
    if (!isNumber(next.pct_of_circulating)) return notEvaluated(input, ["upcoming_unlocks"]);
    const severity = gradeAtLeast(next.pct_of_circulating, rule.levels);
    if (severity === 0) return QUIET;
    return fired({
      direction: "bearish",
      severity,
      value: next.pct_of_circulating,
      thresholds: rule.levels,
      baseline: null,
      // A provider may correct the hour of an unlock; its day names it.
      subject: { id: toTime(next.at).slice(0, 10), until: next.at + rule.parameters.aheadMaxDays * DAY_MS },
      details: { unlock_at: toTime(next.at) },
    });
  });

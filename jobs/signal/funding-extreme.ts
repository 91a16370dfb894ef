// Finds funding so high or low that one side is crowded.
import { fundingExtreme as rule } from "../../schema/signal/funding-extreme.ts";
import type { Levels } from "../../schema/signal/rule.ts";
import { roundPct } from "../number/round.ts";
import { alternative, type Detector, fired, gradeAtLeast, notEvaluated, QUIET, signed, withInputs } from "./reading.ts";

const { rareLevelPct, percentileHigh, percentileLow } = rule.parameters;
const RARE: Levels = [rareLevelPct, rule.levels[1], rule.levels[2]];
const APR_PER_8H = 3 * 365;

export const detectFundingExtreme: Detector = (input) =>
  withInputs(input, rule.requires, ({ funding_8h_pct: funding }) => {
    const percentile = alternative(input.values.funding_percentile_90d);
    const magnitude = Math.abs(funding);
    const hit = (levels: Levels, trigger: "level" | "percentile") =>
      fired({
        direction: funding > 0 ? "bearish" : "bullish",
        severity: gradeAtLeast(magnitude, levels) || 1,
        value: funding,
        thresholds: signed(levels, funding),
        baseline: null,
        details: {
          trigger,
          apr_pct: roundPct(funding * APR_PER_8H),
          percentile_90d: percentile ?? "unassessed",
        },
      });
    if (magnitude >= rule.levels[0]) return hit(rule.levels, "level");
    if (magnitude < rareLevelPct) return QUIET;
    if (percentile === undefined) return notEvaluated(input, ["funding_percentile_90d"]);
    const rare = funding > 0 ? percentile >= percentileHigh : percentile <= percentileLow;
    return rare ? hit(RARE, "percentile") : QUIET;
  });

// Finds order books much thinner than the day's usual.
import { depthDrop as rule } from "../../schema/signal/depth-drop.ts";
import { roundPct } from "../number/round.ts";
import { lastKnown, sumSameRows } from "./guard.ts";
import type { VenueDepth } from "./input.ts";
import { type Detector, fired, gradeAtMost, notEvaluated, QUIET, withInputs } from "./reading.ts";

const { samples } = rule.parameters;

const cellsOf = (venue: VenueDepth) => {
  const recent = venue.samples_usd.slice(-samples);
  const gaps = Array.from({ length: samples - recent.length }, () => "unassessed" as const);
  return [...gaps, ...recent, venue.median_24h_usd];
};

export const detectDepthDrop: Detector = (input) =>
  withInputs(input, rule.requires, ({ depth }) => {
    const sums = sumSameRows(depth.map((venue) => ({ cells: cellsOf(venue), weight: lastKnown(cellsOf(venue)) })));
    const usual = sums?.at(-1) ?? 0;
    if (!sums || usual <= 0) return notEvaluated(input, ["depth"], "insufficient_coverage");
    const sharesPct = sums.slice(0, -1).map((sum) => roundPct((sum / usual) * 100));
    const value = Math.max(...sharesPct);
    const severity = gradeAtMost(value, rule.levels);
    if (severity === 0) return QUIET;
    return fired({
      direction: "neutral",
      severity,
      value,
      thresholds: rule.levels,
      baseline: usual,
      details: { samples_pct: sharesPct },
    });
  });

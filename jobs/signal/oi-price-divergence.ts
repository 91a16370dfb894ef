// Finds open interest and price moving hard in opposite directions.
import { oiPriceDivergence as rule } from "../../schema/signal/oi-price-divergence.ts";
import { readOpenInterest } from "./open-interest.ts";
import { type Detector, fired, gradeAtLeast, notEvaluated, QUIET, signed, weakest, withInputs } from "./reading.ts";

export const detectOiPriceDivergence: Detector = (input) =>
  withInputs(input, rule.requires, ({ open_interest: venues, return_4h_pct: move }) => {
    const change = readOpenInterest(venues);
    if (!change) return notEvaluated(input, ["open_interest"], "insufficient_coverage");
    const { pct, agoUsd } = change.over4h;
    if (pct * move >= 0) return QUIET;
    const severity = weakest(
      gradeAtLeast(Math.abs(pct), rule.levels),
      gradeAtLeast(Math.abs(move), rule.parameters.returnPct),
    );
    if (severity === 0) return QUIET;
    return fired({
      direction: pct > 0 ? "bearish" : "neutral",
      severity,
      value: pct,
      thresholds: signed(rule.levels, pct),
      baseline: agoUsd,
      details: { open_interest_usd: change.nowUsd, return_pct: move },
    });
  });

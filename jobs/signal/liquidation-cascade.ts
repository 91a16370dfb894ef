// Finds an hour of liquidations far above the week's usual hour.
import { liquidationCascade as rule } from "../../schema/signal/liquidation-cascade.ts";
import type { SignalDirection } from "../../schema/signal/rule.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import { readOpenInterestNow } from "./open-interest.ts";
import {
  alternative,
  type Detector,
  fired,
  gradeAtLeast,
  notEvaluated,
  QUIET,
  weakest,
  withInputs,
} from "./reading.ts";

const { liquidationsMinUsd, liquidationsMinLargeCapUsd, largeCapUsd, baselineMinUsd, openInterestPct, sidePct } =
  rule.parameters;

const directionFor = (longPct: number): SignalDirection =>
  longPct >= sidePct ? "bearish" : 100 - longPct >= sidePct ? "bullish" : "neutral";

export const detectLiquidationCascade: Detector = (input) =>
  withInputs(input, rule.requires, (values) => {
    const longUsd = values.liquidations_long_1h_usd;
    const total = roundUsd(longUsd + values.liquidations_short_1h_usd);
    const openInterest = readOpenInterestNow(values.open_interest);
    if (openInterest === undefined || openInterest <= 0)
      return notEvaluated(input, ["open_interest"], "insufficient_coverage");
    if (total < liquidationsMinUsd) return QUIET;
    // A twentieth of the smallest sum that counts: keeps the multiple finite without changing any severity.
    const usual = Math.max(values.liquidations_median_hourly_7d_usd, baselineMinUsd);
    const multiple = roundRatio(total / usual);
    const sharePct = roundPct((total / openInterest) * 100);
    const severity = weakest(gradeAtLeast(multiple, rule.levels), gradeAtLeast(sharePct, openInterestPct));
    if (severity === 0) return QUIET;
    const marketCap = alternative(input.values.market_cap_usd);
    if (total < liquidationsMinLargeCapUsd) {
      if (marketCap === undefined) return notEvaluated(input, ["market_cap_usd"]);
      if (marketCap >= largeCapUsd) return QUIET;
    }
    return fired({
      direction: directionFor(roundPct((longUsd / total) * 100)),
      severity,
      value: multiple,
      thresholds: rule.levels,
      baseline: usual,
      details: { total_usd: total, long_usd: longUsd, open_interest_pct: sharePct },
    });
  });

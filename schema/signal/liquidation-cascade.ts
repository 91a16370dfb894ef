// An hour of liquidations far above the week's usual hour.
import { plainRule, type SignalRule } from "./rule.ts";

export const liquidationCascade = {
  ...plainRule,
  kind: "liquidation_cascade",
  measure: "Liquidations of 1 h ÷ median hourly liquidations of 7 days",
  unit: "multiple",
  window: "1h",
  levels: [5, 10, 20],
  parameters: {
    openInterestPct: [0.3, 0.7, 1.5],
    liquidationsMinUsd: 1_000_000,
    liquidationsMinLargeCapUsd: 5_000_000,
    largeCapUsd: 10_000_000_000,
    baselineMinUsd: 50_000,
    sidePct: 65,
  },
  direction: "At least 65 % longs bearish, at least 65 % shorts bullish, else neutral.",
  cooldownS: 3_600,
  refire: { withinS: 7_200, factor: 2 },
  requires: [
    "liquidations_long_1h_usd",
    "liquidations_short_1h_usd",
    "liquidations_median_hourly_7d_usd",
    "open_interest",
  ],
  optional: ["market_cap_usd"],
} as const satisfies SignalRule;

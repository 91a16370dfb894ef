// Funding so high or low that one side is crowded.
import { plainRule, type SignalRule } from "./rule.ts";

export const fundingExtreme = {
  ...plainRule,
  kind: "funding_extreme",
  measure: "Funding per 8 h",
  unit: "pct",
  window: "8h",
  levels: [0.05, 0.1, 0.2],
  parameters: { rareLevelPct: 0.03, percentileHigh: 97.5, percentileLow: 2.5 },
  direction: "Positive bearish (crowded longs), negative bullish (crowded shorts).",
  cooldownS: 28_800,
  requires: ["funding_8h_pct"],
  optional: ["funding_percentile_90d"],
} as const satisfies SignalRule;

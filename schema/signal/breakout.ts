// A 15-minute close beyond the range of the last weeks or months, on volume.
import { plainRule, type SignalRule } from "./rule.ts";

export const breakout = {
  ...plainRule,
  kind: "breakout",
  measure: "Distance of the 15m close beyond the prior 20-day extreme",
  unit: "pct",
  window: "15m",
  levels: [0.25, 0.25, 0.25],
  parameters: { days: [20, 55, 180], volumeMultiples: [1.5, 2, 3] },
  direction: "Above the prior high bullish, below the prior low bearish; an all-time high counts as the 180-day one.",
  cooldownS: 86_400,
  requires: ["close_15m_usd", "high_20d_usd", "low_20d_usd", "volume_1h_usd", "median_hourly_volume_24h_usd"],
  optional: ["high_55d_usd", "low_55d_usd", "high_180d_usd", "low_180d_usd", "ath_usd"],
} as const satisfies SignalRule;

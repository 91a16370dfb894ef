// An hour of spot volume far above the day's usual hour.
import { plainRule, type SignalRule } from "./rule.ts";

export const volumeSpike = {
  ...plainRule,
  kind: "volume_spike",
  measure: "Volume of 1 h ÷ median hourly volume of 24 h",
  unit: "multiple",
  window: "1h",
  levels: [3, 5, 10],
  parameters: { volumeMinUsd: 250_000, baselineMinUsd: 25_000, returnMinPct: 0.5 },
  direction: "Sign of the 1 h return when it is at least 0.5 %, else neutral.",
  cooldownS: 7_200,
  requires: ["volume_1h_usd", "median_hourly_volume_24h_usd", "return_1h_pct"],
} as const satisfies SignalRule;

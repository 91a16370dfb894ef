// Accounts leaning far to one side.
import { plainRule, type SignalRule } from "./rule.ts";

export const longShortExtreme = {
  ...plainRule,
  kind: "long_short_extreme",
  measure: "Long accounts ÷ short accounts",
  unit: "ratio",
  window: "now",
  levels: [3, 4, 5],
  parameters: { low: [0.5, 0.35, 0.25] },
  direction: "Contrarian: high bearish, low bullish.",
  cooldownS: 43_200,
  requires: ["long_short_ratio"],
} as const satisfies SignalRule;

// Spreads much wider than the day's usual.
import { plainRule, type SignalRule } from "./rule.ts";

export const spreadWidening = {
  ...plainRule,
  kind: "spread_widening",
  measure: "Spread ÷ its 24 h median over the same venues",
  unit: "multiple",
  window: "24h",
  levels: [3, 5, 10],
  parameters: { spreadBps: [10, 25, 75], baselineMinBps: 1 },
  direction: "Neutral.",
  cooldownS: 21_600,
  requires: ["spread"],
} as const satisfies SignalRule;

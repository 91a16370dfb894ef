// Order books much thinner than the day's usual.
import { plainRule, type SignalRule } from "./rule.ts";

export const depthDrop = {
  ...plainRule,
  kind: "depth_drop",
  measure: "2 % depth ÷ its 24 h median over the same venues, the weakest of three samples",
  unit: "pct",
  window: "3 samples",
  levels: [50, 30, 15],
  parameters: { samples: 3 },
  direction: "Neutral.",
  cooldownS: 21_600,
  requires: ["depth"],
} as const satisfies SignalRule;

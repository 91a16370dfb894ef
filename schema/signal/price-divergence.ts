// One top venue trading away from the others.
import { plainRule, type SignalRule } from "./rule.ts";

export const priceDivergence = {
  ...plainRule,
  kind: "price_divergence",
  measure: "Deviation of one venue from the median that it kept for five minutes",
  unit: "pct",
  window: "5m",
  levels: [1, 2, 5],
  parameters: { minutes: 5, venuesMin: 3, wrongTickPct: 5 },
  direction: "Neutral.",
  cooldownS: 7_200,
  requires: ["venue_prices"],
} as const satisfies SignalRule;

// A stablecoin away from its dollar for ten minutes.
import { plainRule, type SignalRule } from "./rule.ts";

export const depeg = {
  ...plainRule,
  kind: "depeg",
  measure: "Deviation of the price from 1 USD that it kept for ten minutes",
  unit: "pct",
  window: "10m",
  levels: [0.5, 1, 3],
  parameters: { minutes: 10, wrongTickPct: 5 },
  direction: "Bearish.",
  cooldownS: 7_200,
  requires: ["peg_prices"],
} as const satisfies SignalRule;

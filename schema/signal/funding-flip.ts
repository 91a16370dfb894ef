// Funding changing sign after days on one side.
import { plainRule, type SignalRule } from "./rule.ts";

export const fundingFlip = {
  ...plainRule,
  kind: "funding_flip",
  measure: "Funding per 8 h after the change",
  unit: "pct",
  window: "2 readings",
  levels: [0.005, 0.005, null],
  parameters: { previousDays: [3, 14, null], readings: 2, flipAgeMaxHours: 24 },
  direction: "New sign positive bullish, negative bearish.",
  cooldownS: 86_400,
  once: { per: "flip", escalates: false },
  requires: ["funding_readings"],
} as const satisfies SignalRule;

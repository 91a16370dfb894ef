// One transfer among the largest of the last two weeks.
import { plainRule, type SignalRule } from "./rule.ts";

export const largeTransfer = {
  ...plainRule,
  kind: "large_transfer",
  measure: "Value of the transfer ÷ the larger of $1 M and the tenth largest of 14 days",
  unit: "multiple",
  window: "14d",
  levels: [1, 3, 10],
  parameters: { valueMinUsd: 1_000_000, supplyPct: 0.1, ageMaxHours: 24 },
  direction:
    "To an exchange bearish, from an exchange bullish, else neutral; internal transfers, mints and burns do not count.",
  cooldownS: 0,
  once: { per: "transfer", escalates: false },
  hourlyMax: 3,
  resolves: false,
  requires: ["transfers", "tenth_largest_transfer_14d_usd"],
} as const satisfies SignalRule;

// An unlock within a week that is large beside what circulates.
import { plainRule, type SignalRule } from "./rule.ts";

export const unlockUpcoming = {
  ...plainRule,
  kind: "unlock_upcoming",
  measure: "Share of the circulating supply that the next unlock releases",
  unit: "pct",
  window: "7d",
  levels: [1, 3, 10],
  parameters: { aheadMaxDays: 7 },
  direction: "Bearish.",
  cooldownS: 0,
  once: { per: "unlock", escalates: true },
  requires: ["upcoming_unlocks"],
} as const satisfies SignalRule;

// Value leaving a protocol, not just losing price.
import { plainRule, type SignalRule } from "./rule.ts";

export const tvlDrop = {
  ...plainRule,
  kind: "tvl_drop",
  measure: "Change of total value locked over 24 h",
  unit: "pct",
  window: "24h",
  levels: [10, 20, 40],
  parameters: { neutralShare: 0.5 },
  direction: "Bearish.",
  cooldownS: 86_400,
  requires: ["tvl_change_24h_pct"],
  optional: ["tvl_neutral_change_24h_pct"],
} as const satisfies SignalRule;

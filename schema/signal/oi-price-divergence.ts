// Open interest and price moving hard in opposite directions.
import { plainRule, type SignalRule } from "./rule.ts";

export const oiPriceDivergence = {
  ...plainRule,
  kind: "oi_price_divergence",
  measure: "Change of open interest over 4 h",
  unit: "pct",
  window: "4h",
  levels: [8, 12, 20],
  parameters: { returnPct: [2, 4, 8] },
  direction: "Open interest up and price down bearish; open interest down and price up neutral.",
  cooldownS: 28_800,
  requires: ["open_interest", "return_4h_pct"],
} as const satisfies SignalRule;

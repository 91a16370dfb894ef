// A large move of the price within an hour.
import { plainRule, type SignalRule } from "./rule.ts";

export const priceMove = {
  ...plainRule,
  kind: "price_move",
  measure: "1 h return",
  unit: "pct",
  window: "1h",
  levels: [2, 4, 8],
  parameters: { sigmas: [3, 4, 6] },
  direction: "Sign of the return: up bullish, down bearish.",
  cooldownS: 3_600,
  requires: ["return_1h_pct", "sigma_1h_pct"],
} as const satisfies SignalRule;

// Coins leaving exchanges in unusual amounts.
import { plainRule, type SignalRule } from "./rule.ts";

export const exchangeOutflow = {
  ...plainRule,
  kind: "exchange_outflow",
  measure: "Net flow to exchanges over 24 h ÷ market cap, negative",
  unit: "pct",
  window: "24h",
  levels: [0.03, 0.08, 0.25],
  parameters: { z: [3, 4, 6] },
  direction: "Bullish.",
  cooldownS: 21_600,
  requires: ["netflow_24h_usd", "market_cap_usd", "netflow_z"],
} as const satisfies SignalRule;

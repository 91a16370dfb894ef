// Coins moving to exchanges in unusual amounts.
import { plainRule, type SignalRule } from "./rule.ts";

export const exchangeInflow = {
  ...plainRule,
  kind: "exchange_inflow",
  measure: "Net flow to exchanges over 24 h ÷ market cap",
  unit: "pct",
  window: "24h",
  levels: [0.03, 0.08, 0.25],
  parameters: { z: [3, 4, 6] },
  direction: "Bearish.",
  cooldownS: 21_600,
  requires: ["netflow_24h_usd", "market_cap_usd", "netflow_z"],
} as const satisfies SignalRule;

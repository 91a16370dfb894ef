// Open interest shrinking fast.
import { plainRule, type SignalRule } from "./rule.ts";

export const oiFlush = {
  ...plainRule,
  kind: "oi_flush",
  measure: "Change of open interest over the window that stands out most",
  unit: "pct",
  window: "1h or 4h",
  levels: [5, 8, 15],
  parameters: { levels4h: [10, 18, 30], returnMinPct: 0.5 },
  direction:
    "Price down at least 0.5 % over the same window bearish (long flush), up bullish (short squeeze), else neutral.",
  cooldownS: 14_400,
  requires: ["open_interest", "return_1h_pct", "return_4h_pct"],
} as const satisfies SignalRule;

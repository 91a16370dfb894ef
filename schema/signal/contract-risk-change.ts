// A contract that became riskier since the scan before.
import { plainRule, type SignalRule } from "./rule.ts";

export const contractRiskChange = {
  ...plainRule,
  kind: "contract_risk_change",
  measure: "Risk level reached (1 medium, 2 high, 3 critical), or points of tax added",
  unit: "level",
  window: "scan to scan",
  levels: [1, 2, 3],
  parameters: { taxPoints: 5, taxSeverity: 2 },
  direction: "Bearish.",
  cooldownS: 0,
  once: { per: "scan", escalates: false },
  resolves: false,
  requires: ["contract_scan"],
} as const satisfies SignalRule;

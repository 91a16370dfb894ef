// Finds a contract that became riskier since the scan before.
import { DAY_MS } from "../../schema/duration.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { contractRiskChange as rule } from "../../schema/signal/contract-risk-change.ts";
import type { Levels, SignalSeverity } from "../../schema/signal/rule.ts";
import { roundPct } from "../number/round.ts";
import { isNumber } from "./guard.ts";
import type { ContractScan, RiskLevel } from "./input.ts";
import { type Detector, fired, gradeAtLeast, notEvaluated, QUIET, withInputs } from "./reading.ts";

const RANK: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, high: 2, critical: 3 };
const { taxPoints, taxSeverity } = rule.parameters;
const TAX_LEVELS: Levels = [taxPoints, taxPoints, null];
const REMEMBERED_MS = 14 * DAY_MS;

type Change = {
  readonly severity: 0 | SignalSeverity;
  readonly value: number;
  readonly thresholds: Levels;
  readonly unit: string;
};

const levelChange = ({ now, previous }: ContractScan): Change | undefined => {
  if (!isAssessed(now.contract_risk) || !isAssessed(previous.contract_risk)) return undefined;
  const value = RANK[now.contract_risk];
  const severity = value > RANK[previous.contract_risk] ? gradeAtLeast(value, rule.levels) : 0;
  return { severity, value, thresholds: rule.levels, unit: rule.unit };
};

/** Undefined while a tax could have grown unseen. */
const taxChange = ({ now, previous }: ContractScan): Change | undefined => {
  const grown = (["buy_tax_pct", "sell_tax_pct"] as const).map((tax) => {
    const [after, before] = [now[tax], previous[tax]];
    return isNumber(after) && isNumber(before) ? roundPct(after - before) : undefined;
  });
  const value = Math.max(...grown.filter((points) => points !== undefined));
  if (value >= taxPoints) return { severity: taxSeverity, value, thresholds: TAX_LEVELS, unit: "pct_points" };
  return grown.includes(undefined) ? undefined : { severity: 0, value, thresholds: TAX_LEVELS, unit: "pct_points" };
};

export const detectContractRiskChange: Detector = (input) =>
  withInputs(input, rule.requires, ({ contract_scan: scan }) => {
    const [level, tax] = [levelChange(scan), taxChange(scan)];
    const worst = [level, tax]
      .filter((change) => change !== undefined)
      .reduce<Change | undefined>((most, one) => (one.severity > (most?.severity ?? 0) ? one : most), undefined);
    if (!worst || worst.severity === 0) {
      return level && tax ? QUIET : notEvaluated(input, ["contract_scan"]);
    }
    return fired({
      direction: "bearish",
      severity: worst.severity,
      value: worst.value,
      thresholds: worst.thresholds,
      unit: worst.unit,
      baseline:
        level && worst === level && isAssessed(scan.previous.contract_risk) ? RANK[scan.previous.contract_risk] : null,
      subject: { id: String(scan.now.at), until: scan.now.at + REMEMBERED_MS },
      details: {
        scanned_at: toTime(scan.now.at),
        contract_risk: scan.now.contract_risk,
        previous_contract_risk: scan.previous.contract_risk,
        ...((!level || !tax) && { unassessed: [!level && "contract_risk", !tax && "tax"].filter(Boolean) }),
      },
    });
  });

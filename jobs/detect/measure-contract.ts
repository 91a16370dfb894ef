// The last scans of a token's contracts beside the ones before them, for the rule about risk that grew.
import type { ContractLatestRow } from "../../schema/query/chain/contract-latest.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { newest } from "../measure/cause.ts";
import { type ContractMeasure, isAtLeastHigh, measureContract, measureRisk } from "../measure/contract.ts";
import { gap, isGap, type Measured } from "../measure/gap.ts";
import type { ContractReading, ContractScan } from "../signal/input.ts";

const once = gap("insufficient_history", "No scan before the newest one.");

const orUnassessed = <T>(value: Measured<T>) => (isGap(value) ? UNASSESSED : (value as T));

/** The highest tax of the contracts; unknown where one of them is. */
function worstTax(contracts: readonly ContractMeasure[], tax: "buyTax" | "sellTax"): number | typeof UNASSESSED {
  const taxes = contracts.flatMap((contract) => (isGap(contract[tax]) ? [] : [contract[tax] as number]));
  return taxes.length === contracts.length ? Math.max(...taxes) : UNASSESSED;
}

/** What an owner may do the first scanner tells alone: without it only a level of danger says what it says. */
function riskOf(contracts: readonly ContractMeasure[]): ContractReading["contract_risk"] {
  const level = measureRisk(contracts);
  const isUnread = contracts.some(({ otherRisks }) => isGap(otherRisks));
  return isUnread && !isGap(level) && !isAtLeastHigh(level) ? UNASSESSED : orUnassessed(level);
}

const readingOf = (contracts: readonly ContractMeasure[], at: number): ContractReading => ({
  at,
  contract_risk: riskOf(contracts),
  buy_tax_pct: worstTax(contracts, "buyTax"),
  sell_tax_pct: worstTax(contracts, "sellTax"),
});

const readAt = (contracts: readonly ContractMeasure[]): number =>
  newest(contracts.flatMap(({ scans }) => scans.map((scan) => scan.read_at)));
const judged = ({ level, buyTax, sellTax }: ContractMeasure): string => JSON.stringify([level, buyTax, sellTax]);

/**
 * Both readings, or why there are none; null for a coin without a contract. The newer one's instant is that of the
 * scan that changed something, so that a change is one and the same until the next.
 */
export function measureScan(
  rows: TokenFacts,
  before: readonly ContractLatestRow[],
  asOf: number,
): Measured<ContractScan> | null {
  const contracts = Object.entries(rows.token.contracts).map(([chain, address]) => ({ chain, address }));
  if (contracts.length === 0) return null;
  const now = contracts.map((contract) => measureContract(rows, contract, asOf));
  const past = contracts.map((contract) => measureContract({ ...rows, contracts: before }, contract, asOf));
  if (readAt(now) === 0) return now.map(({ level }) => level).find(isGap) ?? once;
  if (readAt(past) === 0) return once;
  const changed = now.filter(
    (contract, index) => past[index] === undefined || judged(contract) !== judged(past[index]),
  );
  return { now: readingOf(now, readAt(changed) || readAt(now)), previous: readingOf(past, readAt(past)) };
}

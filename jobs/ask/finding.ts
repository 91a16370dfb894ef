// What was found in a token's contracts, in words.
import type { EvidenceData } from "../../schema/evidence/index.ts";

type Finding = Exclude<keyof EvidenceData<"contract_checks">, "as_of" | "buy_tax_pct" | "sell_tax_pct">;

const WORDS: Readonly<Record<Finding, readonly [yes: string, no: string]>> = {
  honeypot: ["it cannot be sold", "it can be sold"],
  mintable: ["more can be made", "no more can be made"],
  proxy: ["its code can be replaced", "its code cannot be replaced"],
  transfer_pausable: ["transfers can be paused", "transfers cannot be paused"],
  blacklist_function: ["addresses can be shut out", "nobody can be shut out"],
  hidden_owner: ["it has a hidden owner", "no owner is hidden"],
  open_source: ["its code is published", "its code is not published"],
  owner_change_balance: ["its owner can change balances", "its owner cannot change balances"],
};
export const FINDINGS = Object.keys(WORDS) as Finding[];

/** Null where it is no finding, or was not looked at. */
export function sayFinding(name: string, value: unknown): string | null {
  const words = FINDINGS.find((one) => one === name);
  return words === undefined || typeof value !== "boolean" ? null : WORDS[words][value ? 0 : 1];
}

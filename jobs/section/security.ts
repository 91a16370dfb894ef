// Builds the state section security: contract risk as third-party scanners report it; a native coin has none to assess.
import type { ContractHolderLatestRow } from "../../schema/dataset/chain/contract-holder.ts";
import { plainProvider } from "../../schema/source/provider.ts";
import { CONTRACT_FLAG_IDS, CONTRACT_FLAGS, NEVER_TRUSTED, TAX_LEVELS } from "../../schema/token/contract-flag.ts";
import { entries } from "../draft/draft.ts";
import { isFresh, newest } from "../measure/cause.ts";
import { type ContractMeasure, measureContract, measureRisk } from "../measure/contract.ts";
import { gap, isGap } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { citeRows } from "../state/cite-rows.ts";
import type { SectionBuilder } from "../state/section-builder.ts";

type Flag = { code: string; severity: number; chain: string; summary: string };

function contractMember(contract: ContractMeasure) {
  const { chain, address } = contract;
  // A scanner names counterfeits alone, and no real coin is one: it is no member, only a flag where it is raised.
  const { fake_token: _counterfeit, ...flags } = contract.flags;
  return {
    chain,
    address,
    ...flags,
    buy_tax_pct: contract.buyTax,
    sell_tax_pct: contract.sellTax,
    owner_address: contract.owner,
    owner_pct: contract.ownerPct,
    creator_pct: contract.creatorPct,
    holders_count: contract.holders,
    lp_locked_pct: contract.lockedPct,
    trust_listed: contract.trustListed,
    other_risks: contract.otherRisks,
  };
}

function taxFlags({ chain, sellTax, buyTax }: ContractMeasure): Flag[] {
  const { anyMedium, sellHigh, sellCritical } = TAX_LEVELS;
  const flags: Flag[] = [];
  if (!isGap(sellTax) && sellTax >= anyMedium) {
    const severity = sellTax >= sellCritical ? 3 : sellTax >= sellHigh ? 2 : 1;
    flags.push({ code: "sell_tax", severity, chain, summary: `Selling is taxed at ${sellTax} %.` });
  }
  if (!isGap(buyTax) && buyTax >= anyMedium) {
    flags.push({ code: "buy_tax", severity: 1, chain, summary: `Buying is taxed at ${buyTax} %.` });
  }
  return flags;
}

/** What is said against a transfer of it and against who made it. */
function makerFlags({ chain }: ContractMeasure, holder: ContractHolderLatestRow | undefined): Flag[] {
  if (!holder) return [];
  const tax = holder.transfer_tax_pct ?? 0;
  const blames = (holder.owner_flags ?? "").split(",").filter((name) => /^[a-z_]+$/.test(name));
  return [
    ...(tax >= TAX_LEVELS.anyMedium
      ? [{ code: "transfer_tax", severity: 1, chain, summary: `Transfers are taxed at ${roundPct(tax)} %.` }]
      : []),
    ...(holder.same_creator_honeypot === 1
      ? [{ code: "same_creator_honeypot", severity: 2, chain, summary: "Its creator made honeypots before." }]
      : []),
    ...(blames.length > 0
      ? [
          {
            code: "owner_flagged",
            severity: 2,
            chain,
            summary: `The address behind the contract is reported for ${blames.join(", ").replaceAll("_", " ")}.`.slice(
              0,
              300,
            ),
          },
        ]
      : []),
  ];
}

/** What counts against one contract, the worst first. A known token's ordinary powers weigh little. */
function flagsOf(contract: ContractMeasure, holder: ContractHolderLatestRow | undefined): Flag[] {
  const { chain, flags, trustListed } = contract;
  const raised: Flag[] = CONTRACT_FLAG_IDS.flatMap((code) => {
    const { severity, summary } = CONTRACT_FLAGS[code];
    return severity > 0 && flags[code] === true ? [{ code, severity, chain, summary }] : [];
  });
  if (flags.open_source === false) {
    raised.push({ code: "source_not_open", severity: 2, chain, summary: "The source is not published." });
  }
  raised.push(...taxFlags(contract), ...makerFlags(contract, holder));
  const isCapped = trustListed === true && !NEVER_TRUSTED.some((flag) => flags[flag] === true);
  return raised.map((flag) => (isCapped ? { ...flag, severity: 1 } : flag)).sort((a, b) => b.severity - a.severity);
}

export const security: SectionBuilder<"security"> = ({ facts, rows }) => {
  const { token } = rows;
  const addresses = Object.entries(token.contracts).map(([chain, address]) => ({ chain, address }));
  if (token.native !== null && addresses.length === 0) {
    const members = { applicable: false, provider: null, contract_risk: null, contracts: [], flags: [] };
    return { asOf: facts.asOf, sources: [], members };
  }
  const measured = addresses.map((contract) => measureContract(rows, contract, facts.asOf));
  const scans = measured.flatMap((contract) => contract.scans);
  const nowhere = gap("no_source", "No contract of it is known.");
  const missing = measured.map(({ level }) => level).find(isGap) ?? nowhere;
  const provider = scans.find((scan) => plainProvider(scan.provider) === "goplus")?.provider ?? scans[0]?.provider;
  const holderOf = ({ chain, address }: ContractMeasure) =>
    rows.holders.find(
      (row) => row.chain === chain && row.address === address && isFresh("contract_risk", row.read_at, facts.asOf),
    );
  const members = {
    applicable: true,
    provider: provider ?? missing,
    contract_risk: measureRisk(measured),
    contracts: scans.length > 0 ? entries(measured.map(contractMember), ["chain", "address"]) : missing,
    flags: scans.length > 0 ? measured.flatMap((contract) => flagsOf(contract, holderOf(contract))) : missing,
  };
  const at = newest(scans.map((scan) => scan.read_at)) || facts.asOf;
  return { asOf: at, sources: citeRows("contract_risk", scans), members };
};

// GoPlus's answers about one address: what it is known for, and what is known of a contract that is approved to spend.
import { DAY_MS } from "../../../schema/duration.ts";
import { TOKENS } from "../../../schema/token/token-list.ts";
import { createEvmLedger, type EvmLedger } from "../chain/evm-ledger.ts";
import type { Model } from "../model/model.ts";
import { figureOf, type Profile, profileOf, tokenOf } from "./profile.ts";

/** Members of an answer as the vendor documents them, all of which are told of every address. */
export const BLAMES = [
  "cybercrime",
  "money_laundering",
  "financial_crime",
  "darkweb_transactions",
  "reinit",
  "phishing_activities",
  "fake_kyc",
  "blacklist_doubt",
  "fake_standard_interface",
  "stealing_attack",
  "blackmail_activities",
  "sanctioned",
  "malicious_mining_activities",
  "mixer",
  "fake_token",
  "honeypot_related_address",
  "gas_abuse",
] as const;

/** What is scanned of a contract's source: 1, 0, and -1 of one that nobody can read. */
export const SCANNED = [
  "privilege_withdraw",
  "withdraw_missing",
  "blacklist",
  "selfdestruct",
  "approval_abuse",
] as const;

/** What somebody made of an address: members of the answers by their names. */
export type AddressChange = {
  readonly flags?: readonly string[];
  readonly malicious_contracts?: number;
  readonly is_open_source?: boolean;
  readonly is_proxy?: boolean;
  /** Of a contract that is approved, whatever its flags as an address. */
  readonly is_doubted?: boolean;
  readonly behaviours?: readonly string[];
  /** Members of contract_scan, and risky_approval. */
  readonly risks?: readonly string[];
  readonly deployed_days_ago?: number;
};

const CHAINS: Readonly<Record<string, "eth" | "bsc">> = { "1": "eth", "56": "bsc" };

const changes = new WeakMap<Model, Map<string, AddressChange>>();
const ledgers = new WeakMap<Model, Map<string, EvmLedger>>();

/** Makes an address what a scenario needs; without a change it is again what it was. */
export function setAddress(model: Model, address: string, change: AddressChange | null): void {
  const mine = changes.get(model) ?? new Map<string, AddressChange>();
  changes.set(model, mine);
  if (change === null) mine.delete(address.toLowerCase());
  else mine.set(address.toLowerCase(), change);
}

const changeOf = (model: Model, address: string): AddressChange => changes.get(model)?.get(address) ?? {};

function ledgerOf(model: Model, chain: "eth" | "bsc"): EvmLedger {
  const mine = ledgers.get(model) ?? new Map<string, EvmLedger>();
  ledgers.set(model, mine);
  const ledger = mine.get(chain) ?? createEvmLedger(model, chain);
  mine.set(chain, ledger);
  return ledger;
}

const BAD: readonly Profile[] = ["honeypot", "hidden-owner"];

/** Addresses behind contracts of bad profiles are known for it; all others for what was planted. */
export function addressFields(model: Model, given: string, ownersOf: (contract: string) => readonly string[]) {
  const address = given.toLowerCase();
  const { flags = [], malicious_contracts: made = 0 } = changeOf(model, address);
  const isOwner = TOKENS.flatMap(({ contracts }) => Object.values(contracts))
    .filter((contract) => BAD.includes(profileOf(model, contract)))
    .some((contract) => ownersOf(contract).includes(address));
  const raised = new Set<string>(isOwner ? [...flags, "stealing_attack"] : flags);
  return {
    ...Object.fromEntries(BLAMES.map((name) => [name, raised.has(name) ? "1" : "0"])),
    number_of_malicious_contracts_created: String(isOwner ? 3 : made),
    contract_address: tokenOf(address) ? "1" : "0",
    data_source: raised.size > 0 ? "simulated" : "",
  };
}

/** What a spender is known for; members of a contract are null of what is none. */
export function spenderFields(model: Model, chainId: string, given: string, nowMs: number) {
  const chain = CHAINS[chainId];
  if (chain === undefined) return null;
  const address = given.toLowerCase();
  const ledger = ledgerOf(model, chain);
  const isContract = ledger.isContract(address);
  const { flags = [], risks = [], ...change } = changeOf(model, address);
  const days = change.deployed_days_ago ?? 30 + figureOf(model, address, 40) * 1_200;
  const profile = tokenOf(address) ? profileOf(model, address) : null;
  const isOpen =
    change.is_open_source ?? (profile === null ? figureOf(model, address, 41) < 0.8 : profile !== "closed-source");
  const isProxy = change.is_proxy ?? ledger.implementationOf(address) !== null;
  const scanned = (name: string): number => (risks.includes(name) ? 1 : isOpen ? 0 : -1);
  const owner = { owner_name: "owner", owner_address: ledger.addressOf(-7), owner_type: "eoa" };
  const isRisky = risks.includes("risky_approval");
  return {
    contract_name: isContract ? (tokenOf(address)?.name ?? "Simulated") : null,
    tag: null,
    is_contract: isContract ? 1 : 0,
    creator_address: isContract ? ledger.addressOf(-7) : null,
    deployed_time: isContract ? Math.floor((nowMs - days * DAY_MS) / 1_000) : null,
    is_open_source: isContract ? (isOpen ? 1 : 0) : null,
    is_proxy: isContract ? (isProxy ? 1 : 0) : null,
    trust_list: 0,
    doubt_list: (change.is_doubted ?? flags.length > 0) ? 1 : 0,
    malicious_behavior: change.behaviours ?? flags,
    contract_scan: isContract ? { owner, ...Object.fromEntries(SCANNED.map((name) => [name, scanned(name)])) } : null,
    risky_approval: { value: isRisky ? 1 : 0, risk: isRisky ? "simulated" : "" },
  };
}

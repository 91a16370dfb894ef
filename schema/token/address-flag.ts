// What a scanner of addresses may flag one for: the members that its vendor documents, and how grave we hold each.

/** malicious: known to take what is not its own, or under sanctions; suspect: doubted, or nobody can see through it. */
export type FlagGravity = "malicious" | "suspect";

/** Members of GoPlus's answers about an address that are "1" where they hold (docs of 2026-10). */
export const ADDRESS_FLAGS = {
  sanctioned: "malicious",
  phishing_activities: "malicious",
  stealing_attack: "malicious",
  cybercrime: "malicious",
  money_laundering: "malicious",
  financial_crime: "malicious",
  darkweb_transactions: "malicious",
  blackmail_activities: "malicious",
  malicious_mining_activities: "malicious",
  honeypot_related_address: "malicious",
  fake_kyc: "malicious",
  fake_token: "malicious",
  blacklist_doubt: "suspect",
  mixer: "suspect",
  gas_abuse: "suspect",
  reinit: "suspect",
  fake_standard_interface: "suspect",
} as const satisfies Readonly<Record<string, FlagGravity>>;

export type AddressFlag = keyof typeof ADDRESS_FLAGS;
export const ADDRESS_FLAG_IDS = Object.keys(ADDRESS_FLAGS) as AddressFlag[];

/** A number, and above zero as grave as the malicious ones. */
export const MALICIOUS_CONTRACTS = "number_of_malicious_contracts_created";

/**
 * Members of contract_scan in GoPlus's answers about a contract that is approved, and risky_approval beside it (since
 * V1.1.01 and V1.1.02 of 2023): 1, 0, or -1 for unknown. They say what could be done, and not that it was: doubts.
 */
export const SPENDER_RISKS = [
  "privilege_withdraw",
  "withdraw_missing",
  "blacklist",
  "selfdestruct",
  "approval_abuse",
  "risky_approval",
] as const;
export type SpenderRisk = (typeof SPENDER_RISKS)[number];

/** What every answer of the vendor about an address has: a member that is absent is unknown, and unknown is not "0". */
export const ALWAYS_TOLD: readonly AddressFlag[] = ADDRESS_FLAG_IDS.filter((id) => ADDRESS_FLAGS[id] === "malicious");

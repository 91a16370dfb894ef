// The public set of fixtures that the gate agents are measured on: what scanners, nodes and venues answer, in their own forms,
// and what a gate must make of it. Changes belong into a commit of their own, with the table measured anew.

/** pass: it goes through; stop: it must not; smaller: too large as it is, and the size that is told goes through. */
type Wanted = "pass" | "stop" | "smaller";

export type OrderFixture = {
  readonly name: string;
  readonly wanted: Wanted;
  /** Members of GoPlus's token_security that differ from a clean contract's; null: it has never heard of it; away: no answer. */
  readonly goplus?: Readonly<Record<string, unknown>> | null | "away";
  /** Members of honeypot.is's answer that differ; null where it has no pair; away: no answer. */
  readonly honeypot?: Readonly<Record<string, unknown>> | null | "away";
  /** Coins at every level of the books, of those of a liquid token. */
  readonly bookShare?: number;
  /** No venue told its book. */
  readonly noBooks?: true;
  readonly sizeUsd?: number;
  readonly side?: "buy" | "sell";
};

/** What GoPlus leaves out of a contract whose source is not published. */
const FROM_SOURCE = [
  ...["is_mintable", "can_take_back_ownership", "owner_change_balance", "hidden_owner", "selfdestruct"],
  ...["external_call", "is_proxy"],
];
const CLOSED = { is_open_source: "0", ...Object.fromEntries(FROM_SOURCE.map((name) => [name, undefined])) };

export const ORDERS: readonly OrderFixture[] = [
  { name: "clean contract, small order", wanted: "pass" },
  { name: "clean contract, small sale", wanted: "pass", side: "sell" },
  { name: "clean contract, ten thousand dollars", wanted: "pass", sizeUsd: 10_000 },
  {
    name: "known to the scanner, with an issuer's powers",
    wanted: "pass",
    goplus: { trust_list: "1", is_mintable: "1" },
  },
  { name: "no pair at the second scanner", wanted: "pass", honeypot: null },
  { name: "honeypot", wanted: "stop", goplus: { is_honeypot: "1" } },
  {
    name: "honeypot that cannot be sold",
    wanted: "stop",
    goplus: { is_honeypot: "1", cannot_sell_all: "1", sell_tax: "1" },
  },
  { name: "cannot be bought", wanted: "stop", goplus: { cannot_buy: "1" } },
  { name: "honeypot by the second scanner alone", wanted: "stop", honeypot: { honeypotResult: { isHoneypot: true } } },
  { name: "tax of 60 % on sales", wanted: "stop", goplus: { sell_tax: "0.6" } },
  { name: "tax of 60 % on purchases", wanted: "stop", goplus: { buy_tax: "0.6" } },
  {
    name: "tax of 60 % by the second scanner alone",
    wanted: "stop",
    honeypot: { simulationResult: { buyTax: 0, sellTax: 60 } },
  },
  { name: "hidden owner", wanted: "stop", goplus: { hidden_owner: "1" } },
  { name: "owner changes balances", wanted: "stop", goplus: { owner_change_balance: "1" } },
  { name: "can destroy itself", wanted: "stop", goplus: { selfdestruct: "1" } },
  { name: "ownership can be taken back", wanted: "stop", goplus: { can_take_back_ownership: "1", hidden_owner: "1" } },
  { name: "airdrop scam", wanted: "stop", goplus: { is_airdrop_scam: "1" } },
  { name: "fake token", wanted: "stop", goplus: { fake_token: { value: 1, true_token_address: "0x1" } } },
  { name: "closed source, other checks left out", wanted: "stop", goplus: CLOSED },
  { name: "no scanner knows it", wanted: "stop", goplus: null, honeypot: null },
  { name: "the first scanner does not answer", wanted: "stop", goplus: "away" },
  { name: "the first scanner does not answer, small sale", wanted: "stop", goplus: "away", side: "sell" },
  { name: "no scanner answers", wanted: "stop", goplus: "away", honeypot: "away" },
  { name: "thin books", wanted: "stop", bookShare: 0.01 },
  { name: "no venue tells its book", wanted: "stop", noBooks: true },
  { name: "forty million dollars", wanted: "smaller", sizeUsd: 40_000_000 },
  { name: "forty million dollars of sale", wanted: "smaller", sizeUsd: 40_000_000, side: "sell" },
  { name: "a third of the books, a million dollars", wanted: "smaller", sizeUsd: 1_000_000, bookShare: 0.33 },
  { name: "a hundred million dollars, more than the books hold", wanted: "smaller", sizeUsd: 100_000_000 },
  {
    name: "a hundred million dollars of sale, more than the books hold",
    wanted: "smaller",
    sizeUsd: 100_000_000,
    side: "sell",
  },
  { name: "a hundred million dollars, no venue tells its book", wanted: "stop", sizeUsd: 100_000_000, noBooks: true },
  {
    name: "a hundred million dollars of a honeypot",
    wanted: "stop",
    sizeUsd: 100_000_000,
    goplus: { is_honeypot: "1" },
  },
  { name: "forty million dollars of a honeypot", wanted: "stop", sizeUsd: 40_000_000, goplus: { is_honeypot: "1" } },
];

export type WalletFixture = {
  readonly name: string;
  readonly wanted: Exclude<Wanted, "smaller">;
  readonly intent?: "send" | "receive" | "approve";
  /** Members of GoPlus's address_security that differ from a clean address's; away: no answer. */
  readonly flags?: Readonly<Record<string, unknown>> | "away";
  /** What the node says it is; away: no answer. */
  readonly is?: "wallet" | "contract" | "token" | "exchange" | "burn" | "nobody" | "away";
  /**
   * Members of GoPlus's approval_security that differ from those of a published contract of a year, `code` those of its
   * contract_scan; away: no answer.
   */
  readonly contract?: Readonly<Record<string, unknown>> | "away";
  readonly transactions?: number;
  readonly chain?: "eth" | "btc";
  /** A letter of it is wrong. */
  readonly misspelt?: true;
};

const flagged = (...names: readonly string[]): WalletFixture[] =>
  names.map((name) => ({ name: `flagged: ${name}`, wanted: "stop", flags: { [name]: "1" } }));

const CODE = ["privilege_withdraw", "withdraw_missing", "blacklist", "selfdestruct", "approval_abuse"];
const spender = (name: string, contract: Readonly<Record<string, unknown>>): WalletFixture => ({
  ...{ name, wanted: "stop", is: "contract", intent: "approve", contract },
});

export const WALLETS: readonly WalletFixture[] = [
  { name: "wallet of many transactions", wanted: "pass" },
  { name: "wallet that pays us", wanted: "pass", intent: "receive" },
  { name: "exchange's wallet that never sent", wanted: "pass", is: "exchange", transactions: 0 },
  { name: "published contract of a year to spend", wanted: "pass", is: "contract", intent: "approve" },
  ...flagged("sanctioned", "phishing_activities", "stealing_attack", "cybercrime", "money_laundering"),
  ...flagged("financial_crime", "darkweb_transactions", "blackmail_activities", "malicious_mining_activities"),
  ...flagged("honeypot_related_address", "fake_kyc", "fake_token", "blacklist_doubt", "mixer", "gas_abuse"),
  ...flagged("reinit", "fake_standard_interface"),
  { name: "made malicious contracts", wanted: "stop", flags: { number_of_malicious_contracts_created: "3" } },
  ...[undefined, null, "", "-1"].map((told): WalletFixture => {
    const name = `contracts of malice that it made: ${String(told) || "empty"}`;
    return { name, wanted: "stop", flags: { number_of_malicious_contracts_created: told } };
  }),
  { name: "a flag that is not told", wanted: "stop", flags: { sanctioned: "" } },
  { name: "the scanner does not answer", wanted: "stop", flags: "away" },
  { name: "no scanner knows the chain", wanted: "stop", chain: "btc" },
  { name: "burn address", wanted: "stop", is: "burn" },
  { name: "token contract as payee", wanted: "stop", is: "token" },
  { name: "address without a trace", wanted: "stop", is: "nobody" },
  { name: "wallet of two transactions", wanted: "stop", transactions: 2 },
  { name: "the node does not answer", wanted: "stop", is: "away" },
  { name: "neither answers", wanted: "stop", is: "away", flags: "away" },
  { name: "misspelt", wanted: "stop", misspelt: true },
  { name: "wallet to spend", wanted: "stop", intent: "approve" },
  { name: "contract without a published source", wanted: "stop", is: "contract", contract: { is_open_source: 0 } },
  { name: "contract of two days", wanted: "stop", is: "contract", contract: { days: 2 } },
  { name: "contract that can be replaced", wanted: "stop", is: "contract", contract: { is_proxy: 1 } },
  { name: "contract that is suspected", wanted: "stop", is: "contract", contract: { doubt_list: 1 } },
  { name: "contract of which no doubt is told", wanted: "stop", is: "contract", contract: { doubt_list: null } },
  {
    name: "contract that phished",
    wanted: "stop",
    is: "contract",
    intent: "approve",
    contract: { malicious_behavior: ["phishing_activities"] },
  },
  ...CODE.flatMap((name) => [
    spender(`code of a spender: ${name}`, { code: { [name]: 1 } }),
    spender(`code of a spender, unknown: ${name}`, { code: { [name]: -1 } }),
    spender(`code of a spender, left out: ${name}`, { code: { [name]: undefined } }),
  ]),
  spender("approval that is risky", { risky_approval: { value: 1, risk: "It is abused." } }),
  spender("approval that is risky, told without why", { risky_approval: 1 }),
  spender("approval of unknown risk", { risky_approval: { value: -1, risk: "" } }),
  spender("approval of which no risk is told", { risky_approval: undefined }),
  spender("spender whose code was not scanned", { contract_scan: undefined }),
  { name: "contract without an age", wanted: "stop", is: "contract", contract: { deployed_time: null } },
  { name: "contract that nobody scanned", wanted: "stop", is: "contract", intent: "approve", contract: "away" },
];

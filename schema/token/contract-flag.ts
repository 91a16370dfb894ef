// The truth values of a scanned contract: which are read from its source, and how bad each one is (contract 4.3).

type FlagRule = {
  /** Read from the contract's source: unknowable while that is closed, and perhaps while it stands behind a proxy. */
  readonly fromSource: boolean;
  /** 3 critical, 2 high, 1 medium, 0 says nothing about risk. */
  readonly severity: 0 | 1 | 2 | 3;
  /** What a true value means. */
  readonly summary: string;
};

const rule = (severity: FlagRule["severity"], fromSource: boolean, summary: string): FlagRule => ({
  severity,
  fromSource,
  summary,
});

export const CONTRACT_FLAGS = {
  open_source: rule(0, false, "The source is published."),
  proxy: rule(1, true, "The contract is a proxy: what it does can be replaced."),
  honeypot: rule(3, false, "It can be bought but not sold."),
  cannot_buy: rule(0, false, "It cannot be bought."),
  cannot_sell_all: rule(3, false, "A holder cannot sell all at once."),
  mintable: rule(1, true, "More of it can be minted."),
  owner_change_balance: rule(3, true, "The owner can change balances."),
  hidden_owner: rule(2, true, "It has a hidden owner."),
  can_take_back_ownership: rule(2, true, "Ownership that was given up can be taken back."),
  selfdestruct: rule(3, true, "The contract can destroy itself."),
  transfer_pausable: rule(1, true, "Transfers can be paused."),
  blacklist_function: rule(1, true, "Single holders can be barred from transfers."),
  whitelist_function: rule(0, true, "It has a whitelist function."),
  trading_cooldown: rule(0, true, "Trades need a pause in between."),
  tax_modifiable: rule(1, true, "Taxes can be changed."),
  per_address_tax: rule(1, true, "Taxes can differ by address."),
  anti_whale: rule(0, true, "Large orders are limited."),
  external_call: rule(0, true, "Transfers call other contracts."),
  airdrop_scam: rule(3, false, "It is an airdrop scam."),
  fake_token: rule(3, false, "It imitates another token."),
} as const satisfies Record<string, FlagRule>;

export type ContractFlag = keyof typeof CONTRACT_FLAGS;
export const CONTRACT_FLAG_IDS = Object.keys(CONTRACT_FLAGS) as ContractFlag[];

/** Flags that no list of known tokens makes harmless. */
export const NEVER_TRUSTED: readonly ContractFlag[] = ["honeypot", "cannot_sell_all", "fake_token"];

export const RISK_LEVELS = ["low", "medium", "high", "critical"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Taxes in percentage points from which a level is reached; `any` counts buying too. */
export const TAX_LEVELS = { anyMedium: 5, sellHigh: 10, sellCritical: 50 } as const;

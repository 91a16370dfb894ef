// One scan of one contract by one contract-risk provider.
import { notNegative, recent, within } from "../admit.ts";
import { CHAIN, realOrNull, TOKEN, text, textOrNull, time, whole, wholeOrNull } from "../column.ts";
import type { Row } from "../dataset.ts";
import { hours } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const contractScan = reading({
  name: "contract_scan",
  about: "Contract risk as third-party scanners report it.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    address: text("Contract address as tracked."),
    at: time("When it was scanned. UTC."),
    partial: whole(8, "1: the provider said that its answer is not complete. Unit: 0 or 1."),
    open_source: wholeOrNull(8, "Source is published. Null: the provider does not say. Unit: 0 or 1."),
    proxy: wholeOrNull(8, "Is a proxy. Null: the provider does not say. Unit: 0 or 1."),
    honeypot: wholeOrNull(8, "Cannot be sold. Null: the provider does not say. Unit: 0 or 1."),
    cannot_buy: wholeOrNull(8, "Cannot be bought. Null: the provider does not say. Unit: 0 or 1."),
    cannot_sell_all: wholeOrNull(8, "Cannot be sold whole. Null: the provider does not say. Unit: 0 or 1."),
    mintable: wholeOrNull(8, "Can be minted. Null: the provider does not say. Unit: 0 or 1."),
    owner_change_balance: wholeOrNull(8, "Owner can change balances. Null: the provider does not say. Unit: 0 or 1."),
    hidden_owner: wholeOrNull(8, "Has a hidden owner. Null: the provider does not say. Unit: 0 or 1."),
    can_take_back_ownership: wholeOrNull(
      8,
      "Ownership can be taken back. Null: the provider does not say. Unit: 0 or 1.",
    ),
    selfdestruct: wholeOrNull(8, "Can destroy itself. Null: the provider does not say. Unit: 0 or 1."),
    transfer_pausable: wholeOrNull(8, "Transfers can be paused. Null: the provider does not say. Unit: 0 or 1."),
    blacklist_function: wholeOrNull(
      8,
      "The contract has a blacklist function (or can freeze accounts). Null: the provider does not say. Unit: 0 or 1.",
    ),
    whitelist_function: wholeOrNull(
      8,
      "The contract has a whitelist function. Null: the provider does not say. Unit: 0 or 1.",
    ),
    trading_cooldown: wholeOrNull(8, "Has a trading cooldown. Null: the provider does not say. Unit: 0 or 1."),
    tax_modifiable: wholeOrNull(8, "Taxes can be changed. Null: the provider does not say. Unit: 0 or 1."),
    per_address_tax: wholeOrNull(8, "Taxes can differ by address. Null: the provider does not say. Unit: 0 or 1."),
    anti_whale: wholeOrNull(8, "Limits large orders. Null: the provider does not say. Unit: 0 or 1."),
    external_call: wholeOrNull(
      8,
      "Calls other contracts while transferring. Null: the provider does not say. Unit: 0 or 1.",
    ),
    airdrop_scam: wholeOrNull(8, "Is an airdrop scam. Null: the provider does not say. Unit: 0 or 1."),
    fake_token: wholeOrNull(8, "Imitates another token. Null: the provider does not say. Unit: 0 or 1."),
    trust_listed: wholeOrNull(
      8,
      "On the provider's list of known tokens; never 0. Null: the provider does not say. Unit: 0 or 1.",
    ),
    buy_tax_pct: realOrNull("Tax on buying; null: not known. Percentage points.", null),
    sell_tax_pct: realOrNull("Tax on selling; null: not known. Percentage points.", null),
    tax_unit_unknown: whole(8, "1: the provider names a tax in a unit it does not state. Unit: 0 or 1."),
    owner_address: textOrNull("Address of the owner; empty: there is none; null: not known."),
    owner_pct: realOrNull("Share of the supply held by the owner. Percentage points.", null),
    creator_pct: realOrNull("Share of the supply held by the creator. Percentage points.", null),
    holders_count: wholeOrNull(64, "Holders."),
    lp_locked_pct: realOrNull("Share of the liquidity that is locked. Percentage points.", null),
    other_risks: textOrNull("Other risks in the provider's words, sanitised; null: none named. Untrusted text."),
    raw_sha256: text("SHA-256 of the answer it was read from, hex."),
  },
  order: ["token", "chain", "address", "provider", "at"],
  fresh: { contract_risk: { everyS: hours(24), sloS: hours(30), hardTtlS: hours(168) } },
  admit: [
    recent,
    notNegative("partial", "holders_count"),
    ...["buy_tax_pct", "sell_tax_pct", "owner_pct", "creator_pct", "lp_locked_pct"].map((column) =>
      within("pct_out_of_range", column, 0, 100.01),
    ),
  ],
  keep: days(400),
});

export type ContractScanRow = Row<typeof contractScan>;

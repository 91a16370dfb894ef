// State section security: contract risk as a third-party provider reports it.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { count, flag, Nullable, pct, Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { oneOf, untrusted } from "../shape/text.ts";

const contract = closed({
  chain: Type.String({ maxLength: 32 }),
  address: Type.String({ maxLength: 128 }),
  open_source: flag("Source is published."),
  proxy: flag("Is a proxy."),
  honeypot: flag("Cannot be sold."),
  cannot_buy: flag("Cannot be bought."),
  cannot_sell_all: flag("Cannot be sold whole."),
  mintable: flag("Can be minted."),
  owner_change_balance: flag("Owner can change balances."),
  hidden_owner: flag("Has a hidden owner."),
  can_take_back_ownership: flag("Ownership can be taken back."),
  selfdestruct: flag("Can destroy itself."),
  transfer_pausable: flag("Transfers can be paused."),
  blacklist_function: flag("Has a blacklist function."),
  whitelist_function: flag("Has a whitelist function."),
  trading_cooldown: flag("Has a trading cooldown."),
  tax_modifiable: flag("Taxes can be changed."),
  per_address_tax: flag("Taxes differ by address."),
  anti_whale: flag("Limits large orders."),
  external_call: flag("Calls other contracts."),
  airdrop_scam: flag("Is an airdrop scam."),
  buy_tax_pct: pct("Tax on buying."),
  sell_tax_pct: pct("Tax on selling."),
  owner_address: Q(Nullable(Type.String({ maxLength: 128 }))),
  owner_pct: pct("Held by the owner."),
  creator_pct: pct("Held by the creator."),
  holders_count: count("Holders."),
  lp_locked_pct: pct("Locked liquidity."),
  trust_listed: flag("On the provider's list of known tokens."),
  other_risks: Q(Nullable(untrusted("Other risks named by the provider.", 500))),
});

export const security = sectionShape("Security: contract risk taken from a third-party provider.", {
  applicable: Q(Type.Boolean({ description: "False for a native coin." })),
  provider: Q(Nullable(Type.String({ maxLength: 64 }))),
  contract_risk: Nullable(Q(oneOf(["low", "medium", "high", "critical"]))),
  contracts: Q(Type.Array(contract)),
  flags: Q(
    Type.Array(
      closed({
        code: Type.String({ maxLength: 64 }),
        severity: Type.Integer({ minimum: 1, maximum: 3 }),
        chain: Type.String({ maxLength: 32 }),
        summary: Type.String({ maxLength: 300 }),
      }),
    ),
  ),
});

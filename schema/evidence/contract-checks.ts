// Evidence contract_checks: single findings of a third party in the token's contracts; of several contracts the worst.
import { closed } from "../shape/closed.ts";
import { flag, pct } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const contractChecks = closed({
  honeypot: flag("Cannot be sold."),
  mintable: flag("More can be made."),
  proxy: flag("Code behind it can be changed."),
  open_source: flag("Source is published, of every contract."),
  transfer_pausable: flag("Transfers can be paused."),
  blacklist_function: flag("Addresses can be shut out."),
  hidden_owner: flag("Somebody owns it who is not shown."),
  owner_change_balance: flag("The owner can change balances."),
  buy_tax_pct: pct("Highest tax on buying."),
  sell_tax_pct: pct("Highest tax on selling."),
  as_of: Time,
});

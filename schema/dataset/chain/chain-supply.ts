// Coins that a chain itself shows to be burned or staked.
import { notNegativeOrNull, recent } from "../admit.ts";
import { own } from "../analysts.ts";
import { CHAIN, realOrNull, TOKEN, time } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const chainSupply = reading({
  name: "chain_supply",
  about:
    "Coins burned and coins staked, as the chains themselves say; what a protocol destroys leaves no balance and is not in it.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    at: time("When the chain was asked. UTC."),
    burned_native: realOrNull("Held by the known burn addresses of the chain; null where not read. Native coins."),
    staked_native: realOrNull("Staked with the chain's validators or pools; null where not read. Native coins."),
  },
  order: ["token", "chain", "at"],
  fresh: { chain_supply: { everyS: hours(1), sloS: minutes(90), hardTtlS: hours(12) } },
  admit: [recent, notNegativeOrNull("burned_native", "staked_native")],
  analysts: {
    view: "chain_supply",
    about:
      "Coins burned and coins staked by chain, reading by reading; what a protocol destroys leaves no balance and is not in it.",
    shows: {
      ...own("token", "chain", "at", "burned_native", "staked_native", "provider"),
    },
  },
  keep: days(400),
});

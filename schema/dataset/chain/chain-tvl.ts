// The dataset chain_tvl and its rows.
import { notAbove, notNegative, notNegativeOrNull, recent, VALUE_USD_MAX } from "../admit.ts";
import { own } from "../analysts.ts";
import { real, realOrNull, time, word } from "../column.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const chainTvl = reading({
  name: "chain_tvl",
  about: "Value locked, stablecoins and fees of a chain; the chain all is the sum of every chain the provider lists.",
  columns: {
    token: word("Token id of the chain's coin; empty where it is not tracked."),
    chain: word("Chain id, or all."),
    at: time("When the value was true. UTC."),
    tvl_usd: real("Value locked on the chain. USD."),
    stablecoins_usd: realOrNull("Stablecoins on the chain; null where not read. USD."),
    fees_24h_usd: realOrNull("Fees paid to the chain in 24 hours; null where not read. USD."),
  },
  order: ["chain", "at"],
  comesWith: "tvl",
  admit: [
    recent,
    notNegative("tvl_usd"),
    notAbove("tvl_usd", VALUE_USD_MAX),
    notNegativeOrNull("stablecoins_usd", "fees_24h_usd"),
  ],
  analysts: {
    view: "chain_tvl",
    about: "Value locked, stablecoins and fees of each chain, reading by reading.",
    shows: {
      ...own("chain", "at"),
      tvl_usd: "Value locked. USD.",
      stablecoins_usd: null,
      fees_24h_usd: "Fees paid in 24 hours; null where not read. USD.",
      ...own("token", "provider"),
    },
  },
  keep: days(400),
});

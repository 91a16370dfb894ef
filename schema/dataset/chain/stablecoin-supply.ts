// The dataset stablecoin_supply and its rows.
import { notAbove, notNegative, notNegativeOrNull, recent, VALUE_USD_MAX } from "../admit.ts";
import { own } from "../analysts.ts";
import { real, realOrNull, time, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const stablecoinSupply = reading({
  name: "stablecoin_supply",
  about: "Circulating stablecoins: each tracked coin, and all coins together.",
  columns: {
    token: word("Token id; all stands for every coin the provider lists."),
    at: time("When the value was true. UTC."),
    supply_usd: real("Circulating. USD."),
    supply_24h_ago_usd: realOrNull("Circulating 24 hours before, at the same price; null where not stated. USD."),
    supply_7d_ago_usd: realOrNull("Circulating 7 days before, at the same price; null where not stated. USD."),
  },
  order: ["token", "at"],
  latest: {
    member: "stablecoins",
    of: "all",
    by: ["token"],
    tells: ["supply_usd", "supply_24h_ago_usd", "supply_7d_ago_usd"],
    within: "3 DAY",
  },
  fresh: { stablecoin: { everyS: hours(1), sloS: minutes(90), hardTtlS: hours(12) } },
  admit: [
    recent,
    notNegative("supply_usd"),
    notAbove("supply_usd", VALUE_USD_MAX),
    notNegativeOrNull("supply_24h_ago_usd", "supply_7d_ago_usd"),
  ],
  analysts: {
    view: "stablecoin_supply",
    about: "Circulating stablecoins and how they changed.",
    shows: {
      token: "Token id; all stands for every coin.",
      ...own("at", "supply_usd"),
      change_24h_usd: [
        "Nullable(Float64)",
        "supply_usd - supply_24h_ago_usd",
        "Change over 24 hours; null where not stated. USD.",
      ],
      change_7d_usd: [
        "Nullable(Float64)",
        "supply_usd - supply_7d_ago_usd",
        "Change over 7 days; null where not stated. USD.",
      ],
      provider: null,
    },
  },
  keep: days(400),
});

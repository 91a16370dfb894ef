// The dataset global_market and its rows.
import { notNegativeOrNull, opt, positive, recent } from "../admit.ts";
import { own } from "../analysts.ts";
import { real, realOrNull, time, wholeOrNull } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const globalMarket = reading({
  name: "global_market",
  about: "The whole market as a directory counts it, one row a reading and provider.",
  columns: {
    at: time("The provider's time. UTC."),
    total_market_cap_usd: real("Market cap of all coins. USD."),
    volume_24h_usd: realOrNull("24-hour volume of all coins. USD."),
    btc_dominance_pct: realOrNull("Share of bitcoin in the total. Percentage points."),
    eth_dominance_pct: realOrNull(
      "Share of ether in the total; null where the provider does not say. Percentage points.",
    ),
    change_24h_pct: realOrNull("Change of the total in 24 hours, by the provider. Percentage points."),
    coins_count: wholeOrNull(32, "Coins that are counted."),
  },
  order: ["provider", "at"],
  fresh: { global_market: { everyS: minutes(5), sloS: minutes(15), hardTtlS: hours(2) } },
  admit: [
    recent,
    positive("total_market_cap_usd"),
    [
      "share_out_of_range",
      (row) =>
        ["btc_dominance_pct", "eth_dominance_pct"].every((c) => (opt(row, c) ?? 50) > 0 && (opt(row, c) ?? 50) < 100),
    ],
    notNegativeOrNull("volume_24h_usd"),
  ],
  analysts: {
    view: "global_market",
    about: "The whole market as each directory counts it, reading by reading.",
    shows: {
      ...own("at", "total_market_cap_usd", "volume_24h_usd"),
      btc_dominance_pct: "Share of bitcoin. Percentage points.",
      eth_dominance_pct: "Share of ether; null where not stated. Percentage points.",
      ...own("change_24h_pct", "coins_count", "provider"),
    },
  },
  keep: days(400),
});

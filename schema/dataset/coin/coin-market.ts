// The dataset coin_market and its rows.
import { near, positive, positiveOrNull, recent, supplies } from "../admit.ts";
import { real, realOrNull, TOKEN, time, timeOrNull, wholeOrNull } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const coinMarket = reading({
  name: "coin_market",
  about: "Rank, supply and all-time high from a market-data provider.",
  columns: {
    token: TOKEN,
    at: time("The provider's time. UTC."),
    price_usd: real("Price. USD."),
    market_cap_usd: realOrNull("Market cap. USD."),
    fdv_usd: realOrNull("Fully diluted valuation; null where it does not apply. USD."),
    rank: wholeOrNull(32, "Market-cap rank; null where not ranked."),
    circulating_native: realOrNull("Circulating supply. Native coins."),
    total_native: realOrNull("Total supply. Native coins."),
    max_native: realOrNull("Maximum supply; null where there is none. Native coins."),
    ath_usd: realOrNull("All-time high. USD."),
    ath_at: timeOrNull("Time of the all-time high. UTC."),
    volume_24h_usd: realOrNull("24-hour volume over all venues the provider covers. USD."),
  },
  order: ["token", "at"],
  fresh: {
    coin_market: {
      everyS: minutes(5),
      sloS: minutes(15),
      hardTtlS: hours(2),
      kinds: ["coin-market", "coin-market-past"],
    },
  },
  admit: [recent, positive("price_usd"), supplies, positiveOrNull("ath_usd"), near("price_usd")],
  keep: days(400),
});

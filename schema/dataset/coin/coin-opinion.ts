// The dataset coin_opinion and its rows.
import { near, positive, recent, supplies } from "../admit.ts";
import { real, realOrNull, TOKEN, time, wholeOrNull } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const coinOpinion = reading({
  name: "coin_opinion",
  about: "A second provider's supply of the tracked tokens, for comparison with the first only.",
  columns: {
    token: TOKEN,
    at: time("The provider's time. UTC."),
    price_usd: real("Price. USD."),
    market_cap_usd: realOrNull("Market cap. USD."),
    rank: wholeOrNull(32, "Market-cap rank; null where not ranked."),
    circulating_native: realOrNull("Circulating supply, as its market cap over its price. Native coins."),
    total_native: realOrNull("Total supply. Native coins."),
    max_native: realOrNull("Maximum supply; null where there is none. Native coins."),
  },
  order: ["token", "at"],
  latest: {
    member: "opinion",
    of: "token",
    by: ["token"],
    tells: ["circulating_native", "total_native", "max_native"],
    within: "3 DAY",
    isCited: false,
  },
  fresh: { coin_opinion: { everyS: minutes(15), sloS: minutes(30), hardTtlS: hours(2) } },
  admit: [recent, positive("price_usd"), supplies, near("price_usd")],
  keep: days(60),
});

// The dataset coin_rank and its rows.
import { recent, supplies, usableId } from "../admit.ts";
import { realOrNull, text, time, wholeOrNull } from "../column.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const coinRank = reading({
  name: "coin_rank",
  about: "Rank and supply of the larger coins, from a slow sweep over the directory.",
  columns: {
    token: text("Provider id of the coin.", "ZSTD(1)"),
    at: time("The provider's time. UTC."),
    rank: wholeOrNull(32, "Market-cap rank; null where not ranked."),
    market_cap_usd: realOrNull("Market cap. USD."),
    circulating_native: realOrNull("Circulating supply. Native coins."),
    total_native: realOrNull("Total supply. Native coins."),
    max_native: realOrNull("Maximum supply; null where there is none. Native coins."),
  },
  order: ["token", "at"],
  partition: "toYYYYMMDD(at)",
  comesWith: "coin",
  admit: [recent, usableId, supplies],
  keep: days(45),
});

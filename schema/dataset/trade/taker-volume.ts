// The dataset taker_volume and its rows.
import { notNegative, recent } from "../admit.ts";
import { real, SYMBOL, TOKEN, time, VENUE, whole } from "../column.ts";
import { minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const takerVolume = reading({
  name: "taker_volume",
  about: "Taker buys and sells of a perpetual by window.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("Start of the window. UTC."),
    window_s: whole(32, "Length of the window. Seconds."),
    buy: real("Taker buys in the venue's unit (the ratio is what compares)."),
    sell: real("Taker sells in the venue's unit."),
  },
  order: ["token", "venue", "at"],
  fresh: { taker_volume: { everyS: minutes(5), sloS: minutes(7), hardTtlS: minutes(30) } },
  admit: [recent, notNegative("buy", "sell")],
  keep: days(90),
});

// Totals of forced closures by window, from venues that do not tell single ones.
import { aligned, notNegative } from "../admit.ts";
import { own } from "../analysts.ts";
import { real, SYMBOL, TOKEN, time, VENUE, whole } from "../column.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const liquidationWindow = reading({
  name: "liquidation_window",
  about: "Totals of forced closures by window, from venues that do not tell single ones; a lower bound.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("Start of the window. UTC."),
    window_s: whole(32, "Length of the window. Seconds."),
    long_usd: real("Long positions closed by force in it, as far as the window had run when it was read. USD."),
    short_usd: real("Short positions closed by force in it, as far as the window had run when it was read. USD."),
  },
  order: ["token", "venue", "at", "window_s"],
  comesWith: "liquidation",
  admit: [aligned("at", "window_s"), notNegative("long_usd", "short_usd")],
  analysts: {
    view: "liquidation_window",
    about: "Totals of forced closures from venues that do not tell single ones.",
    shows: {
      ...own("token", "venue", "at", "window_s"),
      long_usd: "Longs closed by force in it. A lower bound. USD.",
      short_usd: "Shorts closed by force in it. A lower bound. USD.",
      ...own("symbol", "provider"),
    },
  },
  keep: days(400),
});

// The dataset liquidation and its rows.
import { near, positive } from "../admit.ts";
import { real, SYMBOL, TOKEN, text, time, VENUE, word } from "../column.ts";
import { minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const liquidation = reading({
  name: "liquidation",
  about: "Forced closures that venues report; a lower bound.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("The venue's time. UTC."),
    id: text("Natural key of the closure: the venue's id, or a digest of its members."),
    side: word("long where a long was closed, short where a short was."),
    price: real("Bankruptcy or fill price. USD."),
    amount_native: real("Size. Native coins."),
    value_usd: real("Size at that price. USD."),
  },
  order: ["token", "venue", "at", "id"],
  fresh: {
    liquidation: {
      everyS: minutes(1),
      sloS: 150,
      hardTtlS: minutes(15),
      kinds: ["liquidation", "liquidation-window"],
      isOfEvents: true,
    },
  },
  admit: [positive("price", "amount_native", "value_usd"), near("price")],
  keep: days(400),
});

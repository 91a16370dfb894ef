// The dataset open_interest and its rows.
import { jumps, n, notNegative, recent } from "../admit.ts";
import { real, SYMBOL, TOKEN, time, VENUE } from "../column.ts";
import { minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

const amounts = notNegative("open_interest_native", "open_interest_usd");

export const openInterest = reading({
  name: "open_interest",
  about: "Single-side open interest of a perpetual.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("The venue's time. UTC."),
    open_interest_native: real("One side. Native coins."),
    open_interest_usd: real("One side at mark price. USD."),
  },
  order: ["token", "venue", "at"],
  fresh: {
    open_interest: {
      everyS: minutes(5),
      sloS: minutes(7),
      hardTtlS: minutes(30),
      kinds: ["open-interest", "open-interest-history"],
    },
  },
  admit: [
    recent,
    amounts,
    [
      "price_jump",
      (row, { reference }) =>
        n(row, "open_interest_native") === 0 ||
        !jumps(n(row, "open_interest_usd") / n(row, "open_interest_native"), reference(row.token as string)),
    ],
  ],
  admitPast: [amounts],
  keep: days(400),
});

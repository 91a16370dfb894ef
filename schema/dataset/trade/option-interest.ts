// The dataset option_interest and its rows.
import { notNegative, recent } from "../admit.ts";
import { own } from "../analysts.ts";
import { real, TOKEN, time, VENUE, whole } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const optionInterest = reading({
  name: "option_interest",
  about: "Open interest of a coin's options, puts and calls apart.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    at: time("When the venue was read. UTC."),
    put_native: real("Open interest of all puts. Native coins."),
    call_native: real("Open interest of all calls. Native coins."),
    put_usd: real("The same at the price of what each option is on. USD."),
    call_usd: real("The same at the price of what each option is on. USD."),
    options_count: whole(32, "Options summed."),
  },
  order: ["token", "venue", "at"],
  latest: {
    member: "options",
    of: "token",
    by: ["token", "venue"],
    tells: ["put_usd", "call_usd"],
    within: "1 DAY",
  },
  fresh: { option_interest: { everyS: minutes(15), sloS: minutes(20), hardTtlS: hours(2) } },
  admit: [recent, notNegative("put_native", "call_native", "put_usd", "call_usd")],
  analysts: {
    view: "option_interest",
    about: "Open interest of options, puts beside calls, reading by reading.",
    shows: {
      ...own("token", "venue", "at"),
      put_usd: "Open interest of all puts. USD.",
      call_usd: "Open interest of all calls. USD.",
      put_call_ratio: [
        "Nullable(Float64)",
        "put_usd / nullIf(call_usd, 0)",
        "Puts over calls, both in USD; null without calls.",
      ],
      ...own("options_count", "provider"),
    },
  },
  keep: days(400),
});

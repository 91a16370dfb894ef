// The dataset unlock and its rows.
import { DAY_MS } from "../../duration.ts";
import { n, notNegative } from "../admit.ts";
import { real, TOKEN, time, word } from "../column.ts";
import { hours } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

const AHEAD_MS_MAX = 400 * DAY_MS;

export const unlock = reading({
  name: "unlock",
  about: "Unlock schedules as read: releases from a day back to 100 days ahead, days without one included.",
  columns: {
    token: TOKEN,
    read_at: time("When the schedule was read. UTC."),
    at: time("When the coins are released; linear releases at the end of their day. UTC."),
    kind: word("cliff or linear."),
    amount_native: real("Released. Native coins."),
    category: word("Who receives them as the provider says, several joined by a plus sign."),
    schedule: word("Version of the schedule: digest of what the provider gave."),
  },
  order: ["token", "read_at", "at", "kind"],
  fresh: { unlock: { everyS: hours(6), sloS: hours(8), hardTtlS: hours(72) } },
  admit: [
    ["time_implausible", (row, { now }) => Number.isInteger(row.at) && Math.abs(n(row, "at") - now) < AHEAD_MS_MAX],
    notNegative("amount_native"),
  ],
  keep: days(45, "read_at"),
});

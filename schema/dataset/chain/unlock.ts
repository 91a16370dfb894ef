// The dataset unlock and its rows.
import { PROVIDER, RETRIEVED_AT, real, TOKEN, time, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const unlock = dataset({
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
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "read_at", "at", "kind"],
  partition: "toYYYYMM(read_at)",
  keep: days(30, "read_at"),
});

export type UnlockRow = Row<typeof unlock>;

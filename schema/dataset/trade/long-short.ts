// The dataset long_short and its rows.
import { n, positive, recent } from "../admit.ts";
import { real, SYMBOL, TOKEN, time, VENUE, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import type { LatestRow } from "../latest.ts";
import { reading } from "../reading.ts";

export const longShort = reading({
  name: "long_short",
  about: "Long/short ratios by kind.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    kind: word("global_account, top_account or top_position."),
    at: time("The venue's time. UTC."),
    ratio: real("Long over short."),
    long_pct: real("Long share. Percentage points."),
    short_pct: real("Short share. Percentage points."),
  },
  order: ["token", "kind", "venue", "at"],
  latest: {
    member: "longShort",
    of: "token",
    by: ["token", "kind", "venue"],
    tells: ["symbol", "ratio"],
    within: "1 DAY",
  },
  // Venues date a ratio up to a period back, so a pull every 15 minutes could not keep the objective.
  fresh: {
    long_short: { everyS: minutes(10), sloS: minutes(20), hardTtlS: hours(2), kinds: ["long-short", "top-long-short"] },
  },
  admit: [
    recent,
    positive("ratio", "long_pct", "short_pct"),
    ["shares_do_not_sum", (row) => Math.abs(n(row, "long_pct") + n(row, "short_pct") - 100) < 0.5],
  ],
  keep: days(400),
});

export type LongShortLatestRow = LatestRow<typeof longShort>;

// The dataset funding and its rows.
import { near, opt, type Rule, recent, within } from "../admit.ts";
import { real, realOrNull, SYMBOL, TOKEN, time, timeOrNull, VENUE, word } from "../column.ts";
import type { Row } from "../dataset.ts";
import { minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import type { LatestRow } from "../latest.ts";
import { reading } from "../reading.ts";

const rates: readonly Rule[] = [
  within("rate_out_of_range", "rate", -0.05, 0.05),
  ["interval_out_of_range", (row) => isInterval(opt(row, "interval_hours"))],
];

function isInterval(hours: number | null): boolean {
  return hours === null || (hours > 0 && hours <= 24);
}

export const funding = reading({
  name: "funding",
  about: "Funding rates with the venue's own interval.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("Time of the reading, or of the settlement. UTC."),
    kind: word("current or settled."),
    rate: real("Rate per interval, a fraction: 0.0001 is 0.01 %."),
    interval_hours: realOrNull("Hours between settlements; null where the venue does not say. Hours."),
    next_funding_at: timeOrNull("Next settlement; null where unknown. UTC."),
    mark_price: realOrNull("Mark price; null where not given. USD."),
    index_price: realOrNull("Index price; null where not given. USD."),
  },
  order: ["token", "kind", "venue", "at"],
  latest: {
    member: "funding",
    of: "token",
    by: ["token", "venue"],
    tells: ["symbol", "rate", "interval_hours", "next_funding_at", "mark_price", "index_price"],
    within: "2 DAY",
    where: "r.kind = 'current'",
  },
  // The hard limit is the funding interval plus this.
  fresh: {
    funding: { everyS: minutes(5), sloS: minutes(10), hardTtlS: minutes(30), kinds: ["funding", "funding-settled"] },
  },
  admit: [recent, ...rates, near("mark_price", "index_price")],
  admitPast: [...rates],
  keep: days(400),
});

export type FundingRow = Row<typeof funding>;
export type FundingLatestRow = LatestRow<typeof funding>;

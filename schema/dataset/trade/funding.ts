// The dataset funding and its rows.
import { near, opt, type Rule, recent, within } from "../admit.ts";
import { own } from "../analysts.ts";
import { real, realOrNull, SYMBOL, TOKEN, time, timeOrNull, VENUE, word } from "../column.ts";
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
  analysts: {
    view: "funding_rate",
    about: "Every funding rate read or settled, per interval, per 8 hours and per year.",
    shows: {
      ...own("token", "venue", "symbol"),
      kind: "current: the rate of the running interval as read; settled: the rate that was paid.",
      ...own("at", "interval_hours"),
      rate_pct: ["Float64", "rate * 100", "Rate for one interval; positive: longs pay shorts. Percent."],
      rate_8h_pct: [
        "Nullable(Float64)",
        "rate * 8 / nullIf(interval_hours, 0) * 100",
        "The rate for 8 hours: comparable between venues; null without an interval. Percent.",
      ],
      apr_pct: [
        "Nullable(Float64)",
        "rate * 8760 / nullIf(interval_hours, 0) * 100",
        "The rate for 365 days without compounding; null without an interval. Percent.",
      ],
      next_funding_at: null,
      mark_price_usd: ["Nullable(Float64)", "mark_price", "Mark price; null where not given. USD."],
      index_price_usd: ["Nullable(Float64)", "index_price", "Index price; null where not given. USD."],
      basis_bps: [
        "Nullable(Float64)",
        "(mark_price / nullIf(index_price, 0) - 1) * 10000",
        "Mark over index - 1; null where either is missing. Basis points.",
      ],
      provider: null,
      retrieved_at: "When we received it. UTC.",
    },
  },
  keep: days(400),
});

export type FundingLatestRow = LatestRow<typeof funding>;

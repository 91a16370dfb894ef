// The dataset swap_quote and its rows.
import { n, positive, recent } from "../admit.ts";
import { CHAIN, real, TOKEN, text, time, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import type { LatestRow } from "../latest.ts";
import { reading } from "../reading.ts";

export const swapQuote = reading({
  name: "swap_quote",
  about: "What aggregators of decentralised exchanges quote for an order of a size.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    venue: word("The aggregator that quoted."),
    side: word("buy: a dollar token is paid for the token; sell: the other way."),
    size_usd: real("Size of the order. USD.", null),
    at: time("When the aggregator quoted. UTC."),
    amount_in: text("What would be paid, in the smallest units of the token paid. Decimal digits."),
    amount_out: text("What would be received, in the smallest units of the token received. Decimal digits."),
    probe_in: text("The same of a small order that moves no price. Decimal digits."),
    probe_out: text("The same of a small order that moves no price. Decimal digits."),
    impact_pct: real(
      "How much worse the order is quoted than the small one; fees of pools are in both. Percentage points.",
    ),
    route: text("Exchanges the order would pass, joined by commas.", "ZSTD(1)"),
  },
  order: ["token", "chain", "venue", "side", "size_usd", "at"],
  latest: {
    member: "swapQuotes",
    of: "token",
    by: ["token", "side", "size_usd", "chain", "venue"],
    tells: ["impact_pct"],
    within: "3 HOUR",
  },
  // Every token once an hour, a part of them in each pull.
  fresh: { swap_quote: { everyS: minutes(5), sloS: minutes(75), hardTtlS: hours(3) } },
  admit: [
    recent,
    positive("size_usd"),
    ["impact_out_of_range", (row) => n(row, "impact_pct") > -5 && n(row, "impact_pct") <= 100],
  ],
  keep: days(90),
});

export type SwapQuoteLatestRow = LatestRow<typeof swapQuote>;

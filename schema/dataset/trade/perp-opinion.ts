// A second provider's open interest and funding, for comparison with the venues' own only.
import { notNegativeOrNull, recent } from "../admit.ts";
import { realOrNull, SYMBOL, TOKEN, time, VENUE } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import type { LatestRow } from "../latest.ts";
import { reading } from "../reading.ts";

export const perpOpinion = reading({
  name: "perp_opinion",
  about: "Open interest and funding as a second provider has them, for comparison only.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("When it was read. UTC."),
    open_interest_usd: realOrNull("Open interest as the directory has it; null: not given. USD."),
    rate_pct: realOrNull(
      "Funding of the venue's own interval as the directory has it; null: not given. Percentage points.",
    ),
  },
  order: ["token", "venue", "symbol", "at"],
  latest: {
    member: "perpOpinions",
    of: "token",
    by: ["token", "venue"],
    tells: ["symbol", "open_interest_usd", "rate_pct"],
    within: "6 HOUR",
    isCited: false,
  },
  fresh: { perp_opinion: { everyS: minutes(15), sloS: minutes(30), hardTtlS: hours(2) } },
  admit: [recent, notNegativeOrNull("open_interest_usd")],
  keep: days(45),
});

export type PerpOpinionLatestRow = LatestRow<typeof perpOpinion>;

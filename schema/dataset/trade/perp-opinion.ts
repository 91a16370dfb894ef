// A second provider's open interest and funding, for comparison with the venues' own only.
import { realOrNull, SYMBOL, TOKEN, time, VENUE } from "../column.ts";
import type { Row } from "../dataset.ts";
import { days } from "../keep.ts";
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
  keep: days(30),
});

export type PerpOpinionRow = Row<typeof perpOpinion>;

// A second provider's open interest and funding, for comparison with the venues' own only.
import { PROVIDER, RETRIEVED_AT, realOrNull, SYMBOL, TOKEN, time, VENUE } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const perpOpinion = dataset({
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
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "venue", "symbol", "at"],
  partition: "toYYYYMM(at)",
  keep: days(30),
});

export type PerpOpinionRow = Row<typeof perpOpinion>;

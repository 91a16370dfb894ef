// The dataset long_short and its rows.
import { PROVIDER, RETRIEVED_AT, real, SYMBOL, TOKEN, time, VENUE, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const longShort = dataset({
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
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "kind", "venue", "at"],
  partition: "toYYYYMM(at)",
  keep: days(400),
});

export type LongShortRow = Row<typeof longShort>;

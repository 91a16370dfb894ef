// The dataset open_interest and its rows.
import { PROVIDER, RETRIEVED_AT, real, SYMBOL, TOKEN, time, VENUE } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const openInterest = dataset({
  name: "open_interest",
  about: "Single-side open interest of a perpetual.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("The venue's time. UTC."),
    open_interest_native: real("One side. Native coins."),
    open_interest_usd: real("One side at mark price. USD."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "venue", "at"],
  partition: "toYYYYMM(at)",
  keep: days(400),
});

export type OpenInterestRow = Row<typeof openInterest>;

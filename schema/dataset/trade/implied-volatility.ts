// What options price in for the next 30 days.
import { PROVIDER, RETRIEVED_AT, real, TOKEN, time, VENUE } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const impliedVolatility = dataset({
  name: "implied_volatility",
  about: "Volatility indices of option venues: what options price in for the next 30 days.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    at: time("The instant the index is of. UTC."),
    volatility_30d_pct: real("What options price in for the next 30 days, annual. Percent."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "venue", "at"],
  partition: "toYYYYMM(at)",
  keep: days(400),
});

export type ImpliedVolatilityRow = Row<typeof impliedVolatility>;

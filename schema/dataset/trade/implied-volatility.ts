// What options price in for the next 30 days.
import { real, TOKEN, time, VENUE } from "../column.ts";
import type { Row } from "../dataset.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const impliedVolatility = reading({
  name: "implied_volatility",
  about: "Volatility indices of option venues: what options price in for the next 30 days.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    at: time("The instant the index is of. UTC."),
    volatility_30d_pct: real("What options price in for the next 30 days, annual. Percent."),
  },
  order: ["token", "venue", "at"],
  keep: days(400),
});

export type ImpliedVolatilityRow = Row<typeof impliedVolatility>;

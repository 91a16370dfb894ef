// History series open_interest. Single-side open interest by venue.
import { Type } from "typebox";
import { Time } from "../shape/time.ts";
import { AsOf, cell, type SeriesShape } from "./series.ts";

export const openInterest = {
  unit: "USD",
  byVenue: true,
  columns: {
    t: Time,
    venue: Type.String({ maxLength: 32 }),
    open_interest_usd: cell(Type.Number()),
    as_of: AsOf,
  },
} as const satisfies SeriesShape;

// History series funding. Funding by venue with the venue's own interval.
import { Type } from "typebox";
import { Time } from "../shape/time.ts";
import { AsOf, cell, type SeriesShape } from "./series.ts";

export const funding = {
  unit: "percentage points",
  byVenue: true,
  columns: {
    t: Time,
    venue: Type.String({ maxLength: 32 }),
    rate_pct: cell(Type.Number()),
    interval_hours: cell(Type.Number()),
    rate_8h_pct: cell(Type.Number()),
    as_of: AsOf,
  },
} as const satisfies SeriesShape;

// History series long_short. Accounts long over short by venue.
import { Type } from "typebox";
import { Time } from "../shape/time.ts";
import { AsOf, type SeriesShape } from "./series.ts";

export const longShort = {
  unit: "ratio",
  byVenue: true,
  columns: {
    t: Time,
    venue: Type.String({ maxLength: 32 }),
    ratio: Type.Number(),
    long_pct: Type.Number(),
    short_pct: Type.Number(),
    as_of: AsOf,
  },
} as const satisfies SeriesShape;

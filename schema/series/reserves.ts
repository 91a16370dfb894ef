// History series reserves. Held by labelled exchange wallets.
import { Type } from "typebox";
import { Time } from "../shape/time.ts";
import { AsOf, cell, type SeriesShape } from "./series.ts";

export const reserves = {
  unit: "native coins",
  byVenue: true,
  columns: {
    t: Time,
    exchange: Type.String({ maxLength: 64 }),
    reserve_native: cell(Type.Number()),
    as_of: AsOf,
  },
} as const satisfies SeriesShape;

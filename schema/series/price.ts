// History series price. Consolidated price: the median over venues.
import { Type } from "typebox";
import { Time } from "../shape/time.ts";
import { AsOf, cell, type SeriesShape } from "./series.ts";

export const price = {
  unit: "USD",
  byVenue: false,
  columns: {
    t: Time,
    price_usd: cell(Type.Number()),
    as_of: AsOf,
  },
} as const satisfies SeriesShape;

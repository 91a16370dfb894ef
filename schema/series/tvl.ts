// History series tvl. Value locked by chain.
import { Type } from "typebox";
import { Time } from "../shape/time.ts";
import { AsOf, cell, type SeriesShape } from "./series.ts";

export const tvl = {
  unit: "USD",
  byVenue: true,
  columns: {
    t: Time,
    chain: Type.String({ maxLength: 32 }),
    tvl_usd: cell(Type.Number()),
    as_of: AsOf,
  },
} as const satisfies SeriesShape;

// History series candles. The bar of each bucket and venue, folded from stored candles; raw: every stored candle.
import { Type } from "typebox";
import { Time } from "../shape/time.ts";
import type { SeriesShape } from "./series.ts";

export const candles = {
  unit: "USD",
  byVenue: true,
  columns: {
    t: Time,
    venue: Type.String({ maxLength: 32 }),
    interval_s: Type.Integer(),
    open: Type.Number(),
    high: Type.Number(),
    low: Type.Number(),
    close: Type.Number(),
    volume_native: Type.Number(),
    volume_usd: Type.Number(),
    /** How many minutes of the bar are covered by stored candles. */
    minutes: Type.Integer(),
  },
} as const satisfies SeriesShape;

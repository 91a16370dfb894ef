// History series candles. The last stored candle of each bucket and venue; interval_s is the candle's own length.
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
  },
} as const satisfies SeriesShape;

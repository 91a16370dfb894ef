// Perpetual candles of one hour from Bybit.
import { bybitCandle } from "./parse-candle.ts";

export const bybitPerpCandle1h = bybitCandle({
  id: "bybit-perp-candle-1h",
  market: "perp",
  intervalS: 3600,
  backfillDays: "env",
});

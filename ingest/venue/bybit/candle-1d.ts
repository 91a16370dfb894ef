// Spot candles of one day (UTC) from Bybit.
import { bybitCandle } from "./parse-candle.ts";

export const bybitCandle1d = bybitCandle({
  id: "bybit-candle-1d",
  market: "spot",
  intervalS: 86400,
  backfillDays: 730,
});

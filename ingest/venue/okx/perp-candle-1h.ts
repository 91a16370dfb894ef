// Perpetual candles of one hour from OKX.
import { okxCandle } from "./parse-candle.ts";

export const okxPerpCandle1h = okxCandle({
  id: "okx-perp-candle-1h",
  market: "perp",
  intervalS: 3600,
  backfillDays: "env",
});

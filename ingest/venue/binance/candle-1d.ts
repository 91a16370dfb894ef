// Spot candles of one day (UTC) from Binance.
import { binanceCandle } from "./parse-candle.ts";

export const binanceCandle1d = binanceCandle({
  id: "binance-candle-1d",
  market: "spot",
  intervalS: 86400,
  backfillDays: 730,
});

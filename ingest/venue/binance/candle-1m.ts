// Spot candles of one minute from Binance.
import { binanceCandle } from "./parse-candle.ts";

export const binanceCandle1m = binanceCandle({
  id: "binance-candle-1m",
  market: "spot",
  intervalS: 60,
  backfillDays: "env",
});

// Spot candles of one hour from Binance.
import { binanceCandle } from "./parse-candle.ts";

export const binanceCandle1h = binanceCandle({
  id: "binance-candle-1h",
  market: "spot",
  intervalS: 3600,
  backfillDays: 180,
});

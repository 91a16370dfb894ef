// Perpetual candles of one hour from Binance.
import { binanceCandle } from "./parse-candle.ts";

export const binancePerpCandle1h = binanceCandle({
  id: "binance-perp-candle-1h",
  market: "perp",
  intervalS: 3600,
  backfillDays: "env",
});

// Spot candles of a quarter of an hour from Kraken: its minutes reach back twelve hours only, a day's change needs more.
import { KRAKEN_DOLLARS, krakenCandle } from "./parse-candle.ts";

export const krakenCandle15m = krakenCandle({
  id: "kraken-candle-15m",
  intervalS: 900,
  backfillDays: 7,
  tokens: KRAKEN_DOLLARS,
});

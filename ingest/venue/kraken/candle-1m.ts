// Spot candles of one minute from Kraken, against the dollar itself: the venue gives half a day of the past.
import { krakenCandle } from "./parse-candle.ts";

export const krakenCandle1m = krakenCandle({ id: "kraken-candle-1m", intervalS: 60, backfillDays: 0.45 });

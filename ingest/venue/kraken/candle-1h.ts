// Spot candles of one hour from Kraken, against the dollar itself: the venue gives a month of the past.
import { krakenCandle } from "./parse-candle.ts";

export const krakenCandle1h = krakenCandle({ id: "kraken-candle-1h", intervalS: 3_600, backfillDays: 29 });

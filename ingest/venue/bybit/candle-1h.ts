// Spot candles of one hour from Bybit.
import { bybitCandle } from "./parse-candle.ts";

export const bybitCandle1h = bybitCandle({ id: "bybit-candle-1h", market: "spot", intervalS: 3600, backfillDays: 180 });

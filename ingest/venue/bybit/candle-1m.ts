// Spot candles of one minute from Bybit.
import { bybitCandle } from "./parse-candle.ts";

export const bybitCandle1m = bybitCandle({ id: "bybit-candle-1m", market: "spot", intervalS: 60, backfillDays: "env" });

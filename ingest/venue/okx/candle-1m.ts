// Spot candles of one minute from OKX.
import { okxCandle } from "./parse-candle.ts";

export const okxCandle1m = okxCandle({ id: "okx-candle-1m", market: "spot", intervalS: 60, backfillDays: "env" });

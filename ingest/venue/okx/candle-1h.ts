// Spot candles of one hour from OKX.
import { okxCandle } from "./parse-candle.ts";

export const okxCandle1h = okxCandle({ id: "okx-candle-1h", market: "spot", intervalS: 3600, backfillDays: 180 });

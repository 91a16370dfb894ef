// Spot candles of one day (UTC) from OKX.
import { okxCandle } from "./parse-candle.ts";

export const okxCandle1d = okxCandle({ id: "okx-candle-1d", market: "spot", intervalS: 86400, backfillDays: 730 });

// 24-hour statistics and best quotes of perpetuals from Bybit.
import { bybitTickers } from "./parse-ticker.ts";

export const bybitPerpTicker = bybitTickers("bybit-perp-ticker", "perp");

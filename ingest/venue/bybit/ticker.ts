// 24-hour statistics and best quotes of spot markets from Bybit.
import { bybitTickers } from "./parse-ticker.ts";

export const bybitTicker = bybitTickers("bybit-ticker", "spot");

// 24-hour statistics and best quotes of spot markets from Bybit.
import { bybitTickers } from "../parse/bybit-ticker.ts";

export const bybitTicker = bybitTickers("bybit-ticker", "spot");

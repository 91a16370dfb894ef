// 24-hour statistics and best quotes of spot markets from Binance.
import { binanceTickers } from "./parse-ticker.ts";

export const binanceTicker = binanceTickers("binance-ticker", "spot");

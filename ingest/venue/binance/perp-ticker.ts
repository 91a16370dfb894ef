// 24-hour statistics and best quotes of perpetuals from Binance.
import { binanceTickers } from "./parse-ticker.ts";

export const binancePerpTicker = binanceTickers("binance-perp-ticker", "perp");

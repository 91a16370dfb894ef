// 24-hour statistics and best quotes of spot markets from OKX.
import { okxTickers } from "./parse-ticker.ts";

export const okxTicker = okxTickers("okx-ticker", "spot");

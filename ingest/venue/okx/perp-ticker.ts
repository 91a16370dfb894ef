// 24-hour statistics and best quotes of perpetuals from OKX.
import { okxTickers } from "./parse-ticker.ts";

export const okxPerpTicker = okxTickers("okx-perp-ticker", "perp");

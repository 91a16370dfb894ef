// 24-hour statistics and best quotes of spot markets from OKX.
import { okxTickers } from "../parse/okx-ticker.ts";

export const okxTicker = okxTickers("okx-ticker", "spot");

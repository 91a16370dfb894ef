// The registry of sources.
import type { Source } from "../define-source.ts";
import { binanceCandle1h } from "./binance-candle-1h.ts";
import { binanceCandle1m } from "./binance-candle-1m.ts";
import { binancePerpCandle1h } from "./binance-perp-candle-1h.ts";
import { bybitCandle1h } from "./bybit-candle-1h.ts";
import { bybitCandle1m } from "./bybit-candle-1m.ts";
import { bybitPerpCandle1h } from "./bybit-perp-candle-1h.ts";
import { okxCandle1h } from "./okx-candle-1h.ts";
import { okxCandle1m } from "./okx-candle-1m.ts";
import { okxPerpCandle1h } from "./okx-perp-candle-1h.ts";

const ALL: readonly Source[] = [
  binanceCandle1m,
  bybitCandle1m,
  okxCandle1m,
  binanceCandle1h,
  bybitCandle1h,
  okxCandle1h,
  binancePerpCandle1h,
  bybitPerpCandle1h,
  okxPerpCandle1h,
];

/** Every source by its id. */
export const SOURCES: Readonly<Record<string, Source>> = Object.fromEntries(ALL.map((one) => [one.id, one]));

export const sourceOf = (id: string): Source | undefined => SOURCES[id];

// The registry of history series, in wire order.
import { candles } from "./candles.ts";
import { exchangeNetflow } from "./exchange-netflow.ts";
import { funding } from "./funding.ts";
import { longShort } from "./long-short.ts";
import { openInterest } from "./open-interest.ts";
import { price } from "./price.ts";
import { reserves } from "./reserves.ts";
import { tvl } from "./tvl.ts";

export const SERIES = {
  price,
  candles,
  open_interest: openInterest,
  funding,
  long_short: longShort,
  exchange_netflow: exchangeNetflow,
  reserves,
  tvl,
} as const;

export type SeriesId = keyof typeof SERIES;
export const SERIES_IDS = Object.keys(SERIES) as SeriesId[];

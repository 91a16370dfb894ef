// The registry of history series that are read from a table; price is derived from candles.
import type { SeriesId } from "../../schema/series/index.ts";
import type { StoredSeries } from "./bucket.ts";
import { candles } from "./candles.ts";
import { exchangeNetflow } from "./exchange-netflow.ts";
import { funding } from "./funding.ts";
import { longShort } from "./long-short.ts";
import { openInterest } from "./open-interest.ts";
import { reserves } from "./reserves.ts";
import { tvl } from "./tvl.ts";

export const STORED_SERIES = {
  candles,
  open_interest: openInterest,
  funding,
  long_short: longShort,
  exchange_netflow: exchangeNetflow,
  reserves,
  tvl,
} as const satisfies Partial<Record<SeriesId, StoredSeries>>;

export type StoredSeriesId = keyof typeof STORED_SERIES;
export type BuiltSeriesId = StoredSeriesId | "price";
export const STORED_SERIES_IDS = Object.keys(STORED_SERIES) as StoredSeriesId[];
export const BUILT_SERIES_IDS: readonly BuiltSeriesId[] = ["price", ...STORED_SERIES_IDS];

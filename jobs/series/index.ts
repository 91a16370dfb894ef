// The registry of history series that are read from a table; bars and prices are folded from candles.
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
  open_interest: openInterest,
  funding,
  long_short: longShort,
  exchange_netflow: exchangeNetflow,
  reserves,
  tvl,
} as const satisfies Partial<Record<SeriesId, StoredSeries>>;

export type StoredSeriesId = keyof typeof STORED_SERIES;
export const STORED_SERIES_IDS = Object.keys(STORED_SERIES) as StoredSeriesId[];

/** What every series rests on and how often it owes a value, by its wire name. */
export const BUILT_SERIES = { price: candles, candles, ...STORED_SERIES } as const satisfies Record<
  SeriesId,
  Pick<StoredSeries, "dataset" | "pastEveryS">
>;
export type BuiltSeriesId = keyof typeof BUILT_SERIES;
export const BUILT_SERIES_IDS = Object.keys(BUILT_SERIES) as BuiltSeriesId[];

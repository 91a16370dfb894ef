// Reads the observations of many tokens: one query a series, prices and bars derived from the candles.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import {
  BASE_MS,
  type BucketParams,
  type BucketRow,
  byToken,
  foldLasts,
  joinRows,
  type Last,
  type Speaker,
  type StoredSeries,
  toLast,
} from "./bucket.ts";
import { type Bar, candles, foldBars, toBars } from "./candles.ts";
import { type BuiltSeriesId, STORED_SERIES, STORED_SERIES_IDS, type StoredSeriesId } from "./index.ts";
import { pricesOf } from "./price.ts";

/** Candles of a tail that are settled: read once, while what comes after them is read each time. */
export type TailHolder = {
  settled: { readonly asked: string; readonly bars: ReadonlyMap<string, readonly Bar[]> } | null;
};

/** What closed so long ago comes in no more, unless the past is filled. */
const SETTLED_MS = 20 * MINUTE_MS;

/** The observations of one series of one token. */
export type Observed = {
  /** At a bucket's length, ascending by bucket, then line. */
  at(sizeMs: number): readonly Last[];
  /** Whom they rest on. */
  readonly speakers: readonly Speaker[];
};

export const NOTHING: Observed = { at: () => [], speakers: [] };

export type SeriesLasts = ReadonlyMap<BuiltSeriesId, ReadonlyMap<string, Observed>>;

/** Folds once a length. */
function observed(fold: (sizeMs: number) => readonly Last[], speakers: readonly Speaker[]): Observed {
  const known = new Map<number, readonly Last[]>();
  return {
    at(sizeMs) {
      const folded = known.get(sizeMs) ?? fold(sizeMs);
      known.set(sizeMs, folded);
      return folded;
    },
    speakers,
  };
}

/** What is observed of a series that is read as it is shown. */
const observedLasts = (lasts: readonly Last[], speakers: readonly Speaker[] = lasts): Observed =>
  observed((sizeMs) => foldLasts(lasts, sizeMs), speakers);

/** What is observed of one token in a stored series: of points the last, of flows the sum. */
export function observeRows(series: StoredSeries, rows: readonly BucketRow[]): Observed {
  const { joined } = series;
  const lasts = rows.map((row) => toLast(series, row));
  if (joined === undefined) return observedLasts(lasts);
  return observed((sizeMs) => joinRows(rows, sizeMs, joined).map((row) => toLast(series, row)), lasts);
}

async function readStored(store: Store, id: StoredSeriesId, window: BucketParams) {
  const series: StoredSeries = STORED_SERIES[id];
  const rows = byToken(await store.query(series.query, window));
  return new Map([...rows].map(([token, mine]) => [token, observeRows(series, mine)]));
}

const readBars = async (store: Store, window: BucketParams) => toBars(await store.query(candles.query, window));

/** The bars of a tail: the same as one query over it, where nothing was stored into what is settled. */
async function readTail(store: Store, window: BucketParams, holder: TailHolder | null) {
  const cut = Math.floor((window.to - SETTLED_MS) / BASE_MS) * BASE_MS;
  if (holder === null || cut <= window.from) return readBars(store, window);
  const asked = `${window.from}~${cut}~${window.tokens.join()}`;
  if (holder.settled?.asked !== asked) {
    holder.settled = { asked, bars: await readBars(store, { ...window, to: cut }) };
  }
  const joined = new Map(holder.settled.bars);
  for (const [token, late] of await readBars(store, { ...window, from: cut })) {
    joined.set(token, [...(joined.get(token) ?? []), ...late]);
  }
  return joined;
}

/** Prices and bars of one token in buckets from `from` on. */
export function observeBars(bars: readonly Bar[], from: number): { price: Observed; candles: Observed } {
  const inWindow = bars.filter((bar) => bar.bucket >= from);
  const prices = pricesOf(bars).filter((last) => last.bucket >= from);
  return {
    price: observedLasts(prices, inWindow),
    candles: observed((sizeMs) => foldBars(inWindow, sizeMs), inWindow),
  };
}

/** Observations by series and token from `window.from` (a bucket start) to `window.to`. */
export async function readLasts(
  store: Store,
  window: BucketParams,
  holder: TailHolder | null = null,
): Promise<SeriesLasts> {
  const bySeries = new Map<BuiltSeriesId, ReadonlyMap<string, Observed>>();
  // A price may rest on a close of the bucket before.
  const bars = await readTail(store, { ...window, from: Math.max(0, window.from - BASE_MS) }, holder);
  const both = [...bars].map(([token, mine]) => [token, observeBars(mine, window.from)] as const);
  bySeries.set("price", new Map(both.map(([token, { price }]) => [token, price])));
  bySeries.set("candles", new Map(both.map(([token, found]) => [token, found.candles])));
  for (const id of STORED_SERIES_IDS) bySeries.set(id, await readStored(store, id, window));
  return bySeries;
}

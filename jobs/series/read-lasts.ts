// Reads the observations of many tokens: one query a series, prices derived from the candles.
import type { Store } from "../../schema/io/clickhouse.ts";
import { BASE_MS, type BucketParams, type Last, toLasts } from "./bucket.ts";
import { type BuiltSeriesId, STORED_SERIES, STORED_SERIES_IDS } from "./index.ts";
import { pricesOf } from "./price.ts";

export type SeriesLasts = ReadonlyMap<BuiltSeriesId, ReadonlyMap<string, readonly Last[]>>;

/** Observations by series and token from `window.from` (a bucket start) to `window.to`, ascending by bucket and line. */
export async function readLasts(store: Store, window: BucketParams): Promise<SeriesLasts> {
  const bySeries = new Map<BuiltSeriesId, ReadonlyMap<string, readonly Last[]>>();
  const inWindow = (lasts: readonly Last[]) => lasts.filter((last) => last.bucket >= window.from);
  for (const id of STORED_SERIES_IDS) {
    const series = STORED_SERIES[id];
    // A price may rest on a close of the bucket before.
    const from = id === "candles" ? Math.max(0, window.from - BASE_MS) : window.from;
    const byToken = toLasts(series, await store.query(series.query, { ...window, from }));
    if (id === "candles") {
      bySeries.set("price", new Map([...byToken].map(([token, lasts]) => [token, inWindow(pricesOf(lasts))])));
      bySeries.set(id, new Map([...byToken].map(([token, lasts]) => [token, inWindow(lasts)])));
    } else bySeries.set(id, byToken);
  }
  return bySeries;
}

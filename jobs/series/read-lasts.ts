// Reads the observations of many tokens: one query a series, prices derived from the candles.
import type { Store } from "../../schema/io/clickhouse.ts";
import { BASE_MS, type BucketParams, type Last, toLasts } from "./bucket.ts";
import { type BuiltSeriesId, STORED_SERIES, STORED_SERIES_IDS, type StoredSeriesId } from "./index.ts";
import { pricesOf } from "./price.ts";

/** Candles of a tail that are settled: read once, while what comes after them is read each time. */
export type TailHolder = {
  settled: { readonly asked: string; readonly lasts: ReadonlyMap<string, readonly Last[]> } | null;
};

/** What closed so long ago comes in no more, unless the past is filled. */
const SETTLED_MS = 20 * 60_000;

export type SeriesLasts = ReadonlyMap<BuiltSeriesId, ReadonlyMap<string, readonly Last[]>>;

async function readStored(store: Store, id: StoredSeriesId, window: BucketParams) {
  const series = STORED_SERIES[id];
  return toLasts(series, await store.query(series.query, window));
}

/** The candles of a tail: the same as one query over it, where nothing was stored into what is settled. */
async function readCandles(store: Store, window: BucketParams, holder: TailHolder | null) {
  const cut = Math.floor((window.to - SETTLED_MS) / BASE_MS) * BASE_MS;
  if (holder === null || cut <= window.from) return readStored(store, "candles", window);
  const asked = `${window.from}~${cut}~${window.tokens.join()}`;
  if (holder.settled?.asked !== asked) {
    holder.settled = { asked, lasts: await readStored(store, "candles", { ...window, to: cut - 1 }) };
  }
  const joined = new Map(holder.settled.lasts);
  for (const [token, late] of await readStored(store, "candles", { ...window, from: cut })) {
    joined.set(token, [...(joined.get(token) ?? []), ...late]);
  }
  return joined;
}

/** Observations by series and token from `window.from` (a bucket start) to `window.to`, ascending by bucket and line. */
export async function readLasts(
  store: Store,
  window: BucketParams,
  holder: TailHolder | null = null,
): Promise<SeriesLasts> {
  const bySeries = new Map<BuiltSeriesId, ReadonlyMap<string, readonly Last[]>>();
  const inWindow = (lasts: readonly Last[]) => lasts.filter((last) => last.bucket >= window.from);
  for (const id of STORED_SERIES_IDS) {
    if (id === "candles") {
      // A price may rest on a close of the bucket before.
      const from = Math.max(0, window.from - BASE_MS);
      const byToken = await readCandles(store, { ...window, from }, holder);
      bySeries.set("price", new Map([...byToken].map(([token, lasts]) => [token, inWindow(pricesOf(lasts))])));
      bySeries.set(id, new Map([...byToken].map(([token, lasts]) => [token, inWindow(lasts)])));
    } else bySeries.set(id, await readStored(store, id, window));
  }
  return bySeries;
}

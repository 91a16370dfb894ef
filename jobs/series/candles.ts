// Builder of the history series candles: the last closed spot candle of each bucket and venue.
import { lastPerBucket, type StoredSeries } from "./bucket.ts";

/** No stored candle is longer than a day: how far before the window an open may lie. */
const LONGEST_MS = 86_400_000;

/** A candle's instant is its close; of two that close together the shorter one is kept. */
export const candles: StoredSeries = {
  dataset: "candle",
  query: {
    name: "history-candles",
    sql: lastPerBucket({
      table: "candle",
      line: "venue",
      at: "toUnixTimestamp64Milli(open_at) + toInt64(interval_s) * 1000",
      where: `market = 'spot' AND open_at >= fromUnixTimestamp64Milli({from:Int64} - ${LONGEST_MS})
    AND open_at <= fromUnixTimestamp64Milli({to:Int64})`,
      cells: "toFloat64(interval_s), open, high, low, close, volume_native, volume_usd",
      tie: "-toInt64(interval_s)",
    }),
  },
  cells: (row) => row.cells.map((cell) => cell ?? "unassessed"),
};

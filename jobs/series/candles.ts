// Builder of the history series candles: the last closed spot candle of each bucket and venue.
import { lastPerBucket, type StoredSeries } from "./bucket.ts";

/** No stored candle is longer than a day. */
const LENGTHS_S = [60, 3_600, 86_400];

/** A candle that closes in the window opens at most its own length before it: what is short is not read so far back. */
const OPENS = LENGTHS_S.map(
  (s, at) => `(interval_s > ${LENGTHS_S[at - 1] ?? 0} AND interval_s <= ${s}
      AND open_at >= fromUnixTimestamp64Milli({from:Int64} - ${s * 1_000}))`,
).join("\n      OR ");

/** A candle's instant is its close; of two that close together the shorter one is kept. */
export const candles: StoredSeries = {
  dataset: "candle",
  query: {
    name: "history-candles",
    sql: lastPerBucket({
      table: "candle",
      line: "venue",
      at: "toUnixTimestamp64Milli(open_at) + toInt64(interval_s) * 1000",
      where: `market = 'spot' AND (${OPENS})
    AND open_at <= fromUnixTimestamp64Milli({to:Int64})`,
      cells: "toFloat64(interval_s), open, high, low, close, volume_native, volume_usd",
      tie: "-toInt64(interval_s)",
    }),
  },
  cells: (row) => row.cells.map((cell) => cell ?? "unassessed"),
};

// Query: the candles of one series inside a window as they stand, the latest version of each.
import type { Query } from "../query.ts";

/** `from` and `to` are open times in epoch milliseconds, half-open. */
type CandleWindow = {
  readonly token: string;
  readonly venue: string;
  readonly market: string;
  readonly interval_s: number;
  readonly provider: string;
  readonly from: number;
  readonly to: number;
};

export type CandleWindowRow = {
  readonly open_at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume_native: number;
  readonly volume_usd: number;
};

export const candleWindow: Query<CandleWindow, CandleWindowRow> = {
  name: "candle-window",
  sql: `
SELECT toUnixTimestamp64Milli(c.open_at) AS open_at, v.1 AS open, v.2 AS high, v.3 AS low, v.4 AS close,
  v.5 AS volume_native, v.6 AS volume_usd
FROM (
  SELECT open_at, argMax((open, high, low, close, volume_native, volume_usd), (retrieved_at, stored_at)) AS v
  FROM candle
  WHERE token = {token:String} AND interval_s = {interval_s:UInt32} AND market = {market:String}
    AND venue = {venue:String} AND provider = {provider:String}
    AND open_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND open_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  GROUP BY open_at
) AS c
ORDER BY open_at`,
};

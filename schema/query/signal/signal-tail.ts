// Query: highest and lowest spot prices between a full hour and a later instant, by venue.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** Candles that close after `since` and by `until`, epoch milliseconds. */
type SignalTailParams = { readonly tokens: readonly string[]; readonly since: number; readonly until: number };

export type SignalTailRow = {
  readonly token: string;
  readonly venue: string;
  readonly high: number;
  readonly low: number;
};

export const signalTail: Query<SignalTailParams, SignalTailRow> = {
  name: "signal-tail",
  sql: `
SELECT c.token AS token, c.venue AS venue, max(c.high) AS high, min(c.low) AS low
FROM candle AS c FINAL
WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 60 AND c.market = 'spot'
  AND c.open_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
  AND c.open_at <= fromUnixTimestamp64Milli({until:Int64} - 60000, 'UTC')
GROUP BY token, venue
ORDER BY token, venue`,
};

// Query: the order book samples of the last 10 minutes, the smaller side's 2 % depth of each.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Ascending by time; sides in USD. */
export type SignalBookRow = { readonly token: string; readonly venue: string; readonly depth_usd: readonly number[] };

export const signalBook: Query<Instant, SignalBookRow> = {
  name: "signal-book",
  sql: `
SELECT token, venue, groupArray(depth) AS depth_usd
FROM (
  SELECT b.token AS token, b.venue AS venue, b.at AS read, argMax(least(b.bid_2_usd, b.ask_2_usd), (b.retrieved_at, b.stored_at)) AS depth
  FROM order_book AS b
  WHERE ${storedByKnown("b")} AND b.token IN {tokens:Array(String)} AND b.market = 'spot'
    AND b.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 10 MINUTE
    AND b.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY token, venue, read
  ORDER BY token, venue, read
)
GROUP BY token, venue
ORDER BY token, venue`,
};

// Query: the usual order book of the 24 hours before an instant: medians of depth and spread by venue.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `hours` says in how many of the 24 hours a book was read. */
export type SignalBookUsualRow = {
  readonly token: string;
  readonly venue: string;
  readonly depth_usd: number;
  readonly spread_bps: number;
  readonly hours: number;
};

export const signalBookUsual: Query<Instant, SignalBookUsualRow> = {
  name: "signal-book-usual",
  sql: `
SELECT b.token AS token, b.venue AS venue, quantileExactInclusive(0.5)(least(b.bid_2_usd, b.ask_2_usd)) AS depth_usd,
  quantileExactInclusive(0.5)(b.spread_bps) AS spread_bps, uniqExact(toStartOfHour(b.at)) AS hours
FROM order_book AS b
WHERE ${knownOf("b")} AND b.token IN {tokens:Array(String)} AND b.market = 'spot'
  AND b.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY
  AND b.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, venue
ORDER BY token, venue`,
};

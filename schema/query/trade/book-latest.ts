// Query: the newest spot order book of each token and venue within a day; levels only within 10 minutes.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; level arrays are empty where the book is older than the hard limit. */
export type BookLatestRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly symbol: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly spread_bps: number;
  readonly bid_0_5_usd: number;
  readonly ask_0_5_usd: number;
  readonly bid_1_usd: number;
  readonly ask_1_usd: number;
  readonly bid_2_usd: number;
  readonly ask_2_usd: number;
  readonly truncated: number;
  readonly bid_price: readonly number[];
  readonly bid_native: readonly number[];
  readonly ask_price: readonly number[];
  readonly ask_native: readonly number[];
};

export const bookLatest: Query<Instant, BookLatestRow> = {
  name: "book-latest",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT n.token AS token, n.venue AS venue, n.row.1 AS provider, n.row.2 AS symbol, n.read_at AS read_at,
  n.row.3 AS retrieved_ms, n.row.4 AS spread_bps, n.row.5 AS bid_0_5_usd, n.row.6 AS ask_0_5_usd,
  n.row.7 AS bid_1_usd, n.row.8 AS ask_1_usd, n.row.9 AS bid_2_usd, n.row.10 AS ask_2_usd, n.row.11 AS truncated,
  l.levels.1 AS bid_price, l.levels.2 AS bid_native, l.levels.3 AS ask_price, l.levels.4 AS ask_native
FROM (
  SELECT b.token AS token, b.venue AS venue, toUnixTimestamp64Milli(max(b.at)) AS read_at,
    argMax((b.provider, b.symbol, toUnixTimestamp64Milli(b.retrieved_at), b.spread_bps, b.bid_0_5_usd, b.ask_0_5_usd,
      b.bid_1_usd, b.ask_1_usd, b.bid_2_usd, b.ask_2_usd, b.truncated), (b.at, b.retrieved_at, b.stored_at)) AS row
  FROM order_book AS b
  WHERE ${storedByKnown("b")} AND b.token IN {tokens:Array(String)} AND b.market = 'spot' AND b.at > toStartOfMinute(as_of) - INTERVAL 1 DAY AND b.at <= as_of
  GROUP BY token, venue
) AS n
LEFT JOIN (
  SELECT b.token AS token, b.venue AS venue,
    argMax((b.bid_price, b.bid_native, b.ask_price, b.ask_native), (b.at, b.retrieved_at, b.stored_at)) AS levels
  FROM order_book AS b
  WHERE ${storedByKnown("b")} AND b.token IN {tokens:Array(String)} AND b.market = 'spot' AND b.at > toStartOfMinute(as_of) - INTERVAL 10 MINUTE AND b.at <= as_of
  GROUP BY token, venue
) AS l ON n.token = l.token AND n.venue = l.venue
ORDER BY token, venue`,
};

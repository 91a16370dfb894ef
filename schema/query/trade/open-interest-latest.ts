// Query: open interest of each token and venue now, 1, 4 and 24 hours before, and its 7-day mean.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/**
 * Times in epoch milliseconds; an earlier reading is the last one before its instant, at most 15 minutes for
 * 1 hour and an hour for 4 and 24 (venues give the past by the hour), else null.
 */
export type OpenInterestLatestRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly symbol: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly usd: number;
  readonly usd_1h: number | null;
  readonly usd_4h: number | null;
  readonly usd_24h: number | null;
  readonly usd_mean_7d: number;
  /** The earliest reading of the week. */
  readonly first_at: number;
  /** The earlier readings' own times, and when they were received: 1, 4 and 24 hours before; 0 where there is none. */
  readonly past_at: readonly number[];
  readonly past_retrieved_ms: readonly number[];
};

export const openInterestLatest: Query<Instant, OpenInterestLatestRow> = {
  name: "open-interest-latest",
  sql: `
WITH arrayLast(x -> x.1 <= read_at - 3600000, series) AS ago_1h,
  arrayLast(x -> x.1 <= read_at - 14400000, series) AS ago_4h,
  arrayLast(x -> x.1 <= read_at - 86400000, series) AS ago_24h
SELECT token, venue, provider, symbol, read_at, retrieved_ms, usd,
  if(ago_1h.1 > read_at - 4500000, ago_1h.2, NULL) AS usd_1h,
  if(ago_4h.1 > read_at - 18000000, ago_4h.2, NULL) AS usd_4h,
  if(ago_24h.1 > read_at - 90000000, ago_24h.2, NULL) AS usd_24h,
  usd_mean_7d, first_at,
  [if(usd_1h IS NULL, 0, ago_1h.1), if(usd_4h IS NULL, 0, ago_4h.1), if(usd_24h IS NULL, 0, ago_24h.1)] AS past_at,
  [if(usd_1h IS NULL, 0, ago_1h.3), if(usd_4h IS NULL, 0, ago_4h.3), if(usd_24h IS NULL, 0, ago_24h.3)] AS past_retrieved_ms
FROM (
  SELECT o.token AS token, o.venue AS venue, any(o.provider) AS provider, any(o.symbol) AS symbol,
    toUnixTimestamp64Milli(max(o.at)) AS read_at, toUnixTimestamp64Milli(argMax(o.retrieved_at, o.at)) AS retrieved_ms,
    argMax(o.open_interest_usd, o.at) AS usd, avg(o.open_interest_usd) AS usd_mean_7d,
    toUnixTimestamp64Milli(min(o.at)) AS first_at,
    arraySort(x -> x.1, groupArrayIf((toUnixTimestamp64Milli(o.at), o.open_interest_usd, toUnixTimestamp64Milli(o.retrieved_at)),
      o.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 1541 MINUTE)) AS series
  FROM open_interest AS o FINAL
  WHERE ${knownOf("o")} AND o.token IN {tokens:Array(String)} AND o.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 7 DAY AND o.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY token, venue
)
ORDER BY token, venue`,
};

// Query: taker buys and sells of the hour that ends with the newest window of each token and venue.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/**
 * `first_ms` is the start of the oldest window of a day and `end_at` the end of the newest, in epoch milliseconds; `seconds`
 * is how much of the hour was read.
 */
type TakerHourRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly symbol: string;
  readonly first_ms: number;
  readonly end_at: number;
  readonly retrieved_ms: number;
  readonly seconds: number;
  readonly buy: number;
  readonly sell: number;
};

export const takerHour: Query<Instant, TakerHourRow> = {
  name: "taker-hour",
  sql: `
WITH arrayMax(x -> x.1, series) AS last_end, arrayFilter(x -> x.1 > last_end - 3600000, series) AS hour
SELECT token, venue, provider, symbol, series[1].1 - series[1].2 * 1000 AS first_ms, last_end AS end_at, retrieved_ms,
  arraySum(x -> x.2, hour) AS seconds, arraySum(x -> x.3, hour) AS buy, arraySum(x -> x.4, hour) AS sell
FROM (
  SELECT v.token AS token, v.venue AS venue, any(v.provider) AS provider, any(v.symbol) AS symbol,
    toUnixTimestamp64Milli(max(v.retrieved_at)) AS retrieved_ms,
    arraySort(groupArray((toUnixTimestamp64Milli(v.at) + v.window_s * 1000, v.window_s, v.buy, v.sell))) AS series
  FROM taker_volume AS v FINAL
  WHERE ${knownOf("v")} AND v.token IN {tokens:Array(String)} AND v.window_s <= 3600 AND v.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 1 DAY
    AND v.at + toIntervalSecond(v.window_s) <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY token, venue
)
ORDER BY token, venue`,
};

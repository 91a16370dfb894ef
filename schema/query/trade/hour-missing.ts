// Query: hours for which candles of more tokens are stored than panels.
import type { Query } from "../query.ts";

/** Hours from `from` to before `to`, epoch milliseconds, are looked at. */
type HourMissingParams = { readonly from: number; readonly to: number };
/** `at` is the start of the hour in epoch milliseconds. */
type HourMissingRow = { readonly at: number };

export const hourMissing: Query<HourMissingParams, HourMissingRow> = {
  name: "hour-missing",
  sql: `
SELECT toUnixTimestamp(c.hour) * 1000 AS at
FROM
(
  SELECT toStartOfHour(open_at) AS hour, uniqExact(token) AS tokens
  FROM candle
  WHERE interval_s = 3600 AND open_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND open_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  GROUP BY hour
) AS c
LEFT JOIN
(
  SELECT at, uniqExact(token) AS tokens FROM token_hour
  WHERE at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  GROUP BY at
) AS f ON f.at = toDateTime64(c.hour, 3, 'UTC')
WHERE c.tokens > f.tokens
ORDER BY at
SETTINGS max_threads = 1`,
};

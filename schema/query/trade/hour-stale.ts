// Query: hours of the panel whose readings are newer than what was folded of them.
import type { Query } from "../query.ts";

/** Epoch milliseconds. Hours from `from` to before `to` are looked at. */
type HourStaleParams = { readonly from: number; readonly to: number };
/** `at` is the start of the hour in epoch milliseconds. */
type HourStaleRow = { readonly at: number };

/** Received and stored are minutes apart at most: what was received shortly before the fold may have been missed by it. */
const OVERLAP = "INTERVAL 10 MINUTE";
const from = "fromUnixTimestamp64Milli({from:Int64}, 'UTC')";
const to = "fromUnixTimestamp64Milli({to:Int64}, 'UTC')";

/** Order books are not among them: none is ever read late. */
const READINGS = [
  "open_interest",
  "funding",
  "long_short",
  "taker_volume",
  "liquidation",
  "exchange_flow",
  "large_transfer",
];
const received = READINGS.map(
  (table) => `
    UNION ALL
    SELECT toStartOfHour(at) AS hour, 1 AS is_own, max(retrieved_at) AS got FROM ${table} WHERE at >= ${from} AND at < ${to} GROUP BY hour`,
);

export const hourStale: Query<HourStaleParams, HourStaleRow> = {
  name: "hour-stale",
  sql: `
SELECT toUnixTimestamp(r.hour) * 1000 AS at
FROM
(
  SELECT hour, max(is_own) AS has_own, max(got) AS got
  FROM
  (
    -- A close is the price before of the next hour too.
    SELECT toStartOfHour(open_at) + toIntervalHour(arrayJoin([0, 1]) AS later) AS hour, 1 - min(later) AS is_own, max(retrieved_at) AS got
    FROM candle
    WHERE interval_s = 3600 AND open_at >= ${from} - INTERVAL 1 HOUR AND open_at < ${to}
    GROUP BY hour${received.join("")}
  )
  WHERE hour >= ${from} AND hour < ${to}
  GROUP BY hour
) AS r
LEFT JOIN (SELECT at, max(folded_at) AS folded_at FROM token_hour WHERE at >= ${from} GROUP BY at) AS f
  ON f.at = toDateTime64(r.hour, 3, 'UTC')
WHERE f.folded_at < r.got + ${OVERLAP} AND (r.has_own OR f.folded_at > 0)
ORDER BY at
SETTINGS max_threads = 1`,
};

-- Series candles of a token: the bar of every bucket and venue of a window, made again from the candles behind it.
-- Not covered: /coverage, /truncated, /next_cursor, /reason.
-- A bar has the open of its first candle, the highest high, the lowest low, the close of its last, and sums of volumes; of one quarter of an hour the
-- longest candles count, and an hour that is stored as one stands for its quarters. Absences by the cadence of sources are not in the store.
WITH
  toInt64({size_s:UInt32}) * 1000 AS size_ms,
  intDiv(toUnixTimestamp64Milli({since:DateTime64(3, 'UTC')}) + size_ms - 1, size_ms) * size_ms AS first_ms
SELECT row.1 AS member,
  toInt16(ifNotFinite(ifNull(if(row.2 = 'price' AND row.3 != 0, 7 - floor(log10(abs(row.3))),
    transform(row.2, ['usd', 'pct', 'bps', 'ratio', 'native'], [2, 4, 4, 6, 8], 0)), 0), 0)) AS digits,
  multiIf(
    row.2 = 'json', row.4,
    NOT ifNull(isFinite(row.3), 0), '"unassessed"',
    row.2 = 'time', concat('"', left(formatDateTime(fromUnixTimestamp64Milli(toInt64(ifNull(row.3, 0)), 'UTC'), '%FT%T.%f'), 23), 'Z"'),
    toString(round(row.3, digits))) AS value,
  if(row.2 IN ('json', 'time', 'whole'), 0, exp10(-digits)) AS step
FROM
(
  SELECT arrayJoin(arrayConcat(
    [if(empty(kept), ('/as_of', 'json', CAST(NULL, 'Nullable(Float64)'), 'null'), ('/as_of', 'time', toNullable(toFloat64(arrayMax(r -> r.2, kept))), ''))],
    if(empty(kept), [('/rows', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')], arrayFlatten(arrayMap((r, i) -> [
      (concat('/rows/', toString(i - 1), '/0'), 'time', toNullable(toFloat64(r.1)), ''),
      (concat('/rows/', toString(i - 1), '/1'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(r.3)),
      (concat('/rows/', toString(i - 1), '/2'), 'json', NULL, toString({size_s:UInt32})),
      (concat('/rows/', toString(i - 1), '/3'), 'json', NULL, toString(r.4)),
      (concat('/rows/', toString(i - 1), '/4'), 'json', NULL, toString(r.5)),
      (concat('/rows/', toString(i - 1), '/5'), 'json', NULL, toString(r.6)),
      (concat('/rows/', toString(i - 1), '/6'), 'json', NULL, toString(r.7)),
      (concat('/rows/', toString(i - 1), '/7'), 'native', toNullable(toFloat64(r.8)), ''),
      (concat('/rows/', toString(i - 1), '/8'), 'usd', toNullable(toFloat64(r.9)), ''),
      (concat('/rows/', toString(i - 1), '/9'), 'whole', toNullable(toFloat64(r.10)), '')
    ], kept, arrayEnumerate(kept))))
  )) AS row
  FROM
  (
    SELECT groupArray((bucket, as_of_ms, line, first_price, high_price, low_price, last_price, all_native, all_usd, all_minutes)) AS kept
    FROM
    (
      SELECT intDiv(start, size_ms) * size_ms AS bucket, max(ended) AS as_of_ms, venue AS line, argMin(opened, start) AS first_price, max(highest) AS high_price, min(lowest) AS low_price,
        argMax(closed, start) AS last_price, sum(native) AS all_native, sum(usd) AS all_usd, sum(minutes) AS all_minutes
      FROM
      (
        SELECT *, max(span = 3600000) OVER (PARTITION BY venue, intDiv(start, 3600000)) AS has_hour
        FROM
        (
          SELECT toString(venue) AS venue, interval_s, if(interval_s = 3600, 3600000, 900000) AS span, intDiv(toUnixTimestamp64Milli(open_at), span) * span AS start, toUnixTimestamp64Milli(max(open_at)) + interval_s * 1000 AS ended,
            argMin(open, open_at) AS opened, max(high) AS highest, min(low) AS lowest, argMax(close, open_at) AS closed, sum(volume_native) AS native, sum(volume_usd) AS usd, count() * intDiv(interval_s, 60) AS minutes
          FROM venue_candle_versions
          WHERE token = {token:String} AND market = 'spot' AND interval_s IN (60, 900, 3600) AND open_at >= fromUnixTimestamp64Milli(first_ms, 'UTC')
            AND ((interval_s = 60 AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE) OR (interval_s = 900 AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 15 MINUTE) OR (interval_s = 3600 AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR))
            AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
          GROUP BY venue, interval_s, start
          ORDER BY interval_s DESC
          LIMIT 1 BY venue, span, start
        )
      )
      WHERE if(size_ms = 900000, span = 900000, span = 3600000 OR has_hour = 0)
      GROUP BY bucket, line
      ORDER BY bucket, line
    )
  )
)

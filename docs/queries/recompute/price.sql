-- Series price of a token: every row of a window at a bucket's length, made again from the candles behind it.
-- Not covered: /coverage, /truncated, /next_cursor, /reason.
-- The median over venues of the closes at the last instant of the bucket; a venue that closed none in its last quarter of an hour still speaks with a close
-- that is at most fifteen minutes older. Absences by the cadence of sources are not in the store.
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
      (concat('/rows/', toString(i - 1), '/1'), 'price', toNullable(r.3), ''),
      (concat('/rows/', toString(i - 1), '/2'), 'time', toNullable(toFloat64(r.2)), '')
    ], kept, arrayEnumerate(kept))))
  )) AS row
  FROM
  (
    SELECT groupArray((bucket, as_of_ms, last_price)) AS kept
    FROM
    (
      SELECT intDiv(quarter, size_ms) * size_ms AS bucket, argMax(newest, quarter) AS as_of_ms, argMax(price, quarter) AS last_price
      FROM
      (
        SELECT quarter, max(own_ended) AS newest, arrayReduce('quantileExactInclusive(0.5)', arrayMap(v -> v.1, arrayFilter(v -> v.3 OR newest - v.2 <= 900000, groupArray(voice)))) AS price
        FROM
        (
          SELECT told.1 AS quarter, venue, argMax((best.1, best.2, told.2), told.2) AS voice, if(voice.3, voice.2, 0) AS own_ended
          FROM
          (
            SELECT venue, best, arrayJoin([(quarter, true), (quarter + 900000, false)]) AS told
            FROM
            (
              SELECT venue, start + span - 900000 AS quarter, argMax((closed, ended), (ended, -span)) AS best
              FROM
              (
          SELECT toString(venue) AS venue, interval_s, if(interval_s = 3600, 3600000, 900000) AS span, intDiv(toUnixTimestamp64Milli(open_at), span) * span AS start, toUnixTimestamp64Milli(max(open_at)) + interval_s * 1000 AS ended,
            argMin(open, open_at) AS opened, max(high) AS highest, min(low) AS lowest, argMax(close, open_at) AS closed, sum(volume_native) AS native, sum(volume_usd) AS usd, count() * intDiv(interval_s, 60) AS minutes
          FROM venue_candle_versions
          WHERE token = {token:String} AND market = 'spot' AND interval_s IN (60, 900, 3600) AND open_at >= fromUnixTimestamp64Milli(first_ms - 3600000, 'UTC')
            AND ((interval_s = 60 AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE) OR (interval_s = 900 AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 15 MINUTE) OR (interval_s = 3600 AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR))
            AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
          GROUP BY venue, interval_s, start
          ORDER BY interval_s DESC
          LIMIT 1 BY venue, span, start
              )
              GROUP BY venue, quarter
            )
          )
          GROUP BY quarter, venue
        )
        GROUP BY quarter
        HAVING newest > 0
      )
      WHERE quarter >= first_ms
      GROUP BY bucket
      ORDER BY bucket
    )
  )
)

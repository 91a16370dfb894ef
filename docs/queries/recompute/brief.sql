-- State section brief: what is shown of the last brief of a token at an instant, made again from the rows behind it.
-- Not covered: /url.
-- The last one that was issued within fourteen days; null where there is none. Its link names the service that is asked.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  (
    SELECT groupArray((brief_id, headline, summary, direction, severity, confidence, created_ms, from_ms, to_ms))
    FROM
    (
      SELECT brief_id, headline, summary, toString(direction) AS direction, severity, confidence, toUnixTimestamp64Milli(created_at) AS created_ms,
        toUnixTimestamp64Milli(window_from) AS from_ms, toUnixTimestamp64Milli(window_to) AS to_ms
      FROM brief
      WHERE token = {token:String} AND issued_at > toStartOfFiveMinutes({at:DateTime64(3, 'UTC')}) - INTERVAL 14 DAY AND issued_at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')}
      ORDER BY issued_at DESC, brief_id DESC
      LIMIT 1
    )
  ) AS briefs,
  (SELECT briefs[1]) AS last
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
    [
      ('/as_of', 'time', toNullable(toFloat64(at_ms)), ''),
      ('/coverage/weight_pct', 'pct', toNullable(if(empty(briefs), 0, 100)), '')
    ],
    if(empty(briefs),
      arrayMap(name -> (concat('/', name), 'json', CAST(NULL, 'Nullable(Float64)'), 'null'), ['id', 'headline', 'summary', 'direction', 'severity', 'confidence', 'created_at', 'window']),
      [
        ('/id', 'json', CAST(NULL, 'Nullable(Float64)'), toString(last.1)),
        ('/headline', 'json', NULL, toJSONString(last.2)),
        ('/summary', 'json', NULL, toJSONString(last.3)),
        ('/direction', 'json', NULL, toJSONString(last.4)),
        ('/severity', 'json', NULL, toString(last.5)),
        ('/confidence', 'json', NULL, toString(last.6)),
        ('/created_at', 'time', toFloat64(last.7), ''),
        ('/window/from', 'time', toFloat64(last.8), ''),
        ('/window/to', 'time', toFloat64(last.9), '')
      ])
  )) AS row
)

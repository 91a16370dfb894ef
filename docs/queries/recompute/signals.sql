-- State section signals: what of a token's signals is open at an instant and what fired in the day before, made again from the rows behind it.
-- Not covered: nothing.
-- They are known as of the last minute in which the rules were judged, for ten minutes, where one rule at least could be judged of
-- the token; a signal is open until it was closed or its life ended.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- The minute, and how many rules were judged and how many could not be; of a minute written twice the first counts.
  (
    SELECT (minute_ms, JSONExtractInt(told, {token:String}, 1), JSONExtractInt(told, {token:String}, 2))
    FROM
    (
      SELECT toUnixTimestamp64Milli(max(minute)) AS minute_ms, argMax(first_coverage, minute) AS told
      FROM
      (
        SELECT at AS minute, argMin(coverage, written_at) AS first_coverage
        FROM detection_minute
        WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 11 MINUTE AND at <= {at:DateTime64(3, 'UTC')} AND written_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY minute
      )
    )
  ) AS judged,
  (SELECT judged.1 >= at_ms - 600000 AND judged.2 > 0) AS is_known,
  (
    SELECT groupArray((id, kind, direction, severity, value, ratio, fired_ms, details, expires_ms, closed_ms))
    FROM
    (
      SELECT id, toString(kind) AS kind, toString(direction) AS direction, severity, value, ratio, toUnixTimestamp64Milli(at) AS fired_ms, details,
        toUnixTimestamp64Milli(expires_at) AS expires_ms, ifNull(toUnixTimestamp64Milli(closed_at), at_ms + 1) AS closed_ms
      FROM signal_versions
      WHERE token = {token:String} AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      ORDER BY severity DESC, fired_ms DESC, id
    )
  ) AS all_signals,
  (SELECT arrayFilter(s -> s.7 > at_ms - 86400000, all_signals)) AS fired,
  (SELECT arrayFilter(s -> s.10 > at_ms AND s.9 > at_ms, fired)) AS open
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
      ('/as_of', 'time', toNullable(toFloat64(if(is_known, judged.1, at_ms))), ''),
      ('/coverage/weight_pct', 'pct', if(is_known, judged.2 / (judged.2 + judged.3) * 100, toNullable(0)), ''),
      if(is_known AND notEmpty(all_signals), ('/last_at', 'time', toNullable(toFloat64(arrayMax(all_signals.7))), ''),
        ('/last_at', 'json', CAST(NULL, 'Nullable(Float64)'), if(is_known, 'null', '"unassessed"')))
    ],
    multiIf(NOT is_known, [('/counts_24h', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], empty(fired), [('/counts_24h', 'json', CAST(NULL, 'Nullable(Float64)'), '{}')],
      arrayMap(k -> (concat('/counts_24h/', k), 'json', CAST(NULL, 'Nullable(Float64)'), toString(countEqual(fired.2, k))), arrayDistinct(fired.2))),
    multiIf(NOT is_known, [('/open', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], empty(open), [('/open', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')],
      arrayFlatten(arrayMap((s, i) -> arrayMap(m -> (concat('/open/', toString(i - 1), '/', m.1), m.2, m.3, m.4), [
        ('id', 'json', CAST(NULL, 'Nullable(Float64)'), toString(s.1)),
        ('kind', 'json', NULL, toJSONString(s.2)),
        ('token', 'json', NULL, toJSONString({token:String})),
        ('direction', 'json', NULL, toJSONString(s.3)),
        ('severity', 'json', NULL, toString(s.4)),
        ('value', 'json', NULL, toString(s.5)),
        ('ratio', 'json', NULL, toString(s.6)),
        ('at', 'time', toNullable(toFloat64(s.7)), ''),
        ('details', 'json', NULL, s.8),
        ('status', 'json', NULL, '"open"'),
        ('expires_at', 'time', toNullable(toFloat64(s.9)), '')
      ]), open, arrayEnumerate(open))))
  )) AS row
)

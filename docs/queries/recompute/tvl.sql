-- Series tvl of a token: every row of a window at a bucket's length, made again from the readings behind it.
-- Not covered: /coverage, /truncated, /next_cursor, /reason.
-- The last reading of each bucket and chain; a bucket without one has no row. Absences by the cadence of sources are not in the store.
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
      (concat('/rows/', toString(i - 1), '/2'), 'usd', toNullable(toFloat64(r.4)), ''),
      (concat('/rows/', toString(i - 1), '/3'), 'time', toNullable(toFloat64(r.2)), '')
    ], kept, arrayEnumerate(kept))))
  )) AS row
  FROM
  (
    SELECT groupArray((bucket, as_of_ms, line, kept_cells.1)) AS kept
    FROM
    (
      SELECT intDiv(ms, size_ms) * size_ms AS bucket, line, max(ms) AS as_of_ms, argMax(cells, (ms, read, stored)) AS kept_cells
      FROM
      (
        SELECT toString(chain) AS line, toUnixTimestamp64Milli(at) AS ms, retrieved_at AS read, stored_at AS stored, (tvl_usd, 0) AS cells
        FROM token_tvl_versions
        WHERE token = {token:String} AND at >= fromUnixTimestamp64Milli(first_ms, 'UTC') AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      )
      GROUP BY bucket, line
      ORDER BY bucket, line
    )
  )
)

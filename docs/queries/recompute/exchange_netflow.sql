-- Series exchange_netflow of a token: every row of a window at a bucket's length, made again from the scanned windows behind it.
-- Not covered: /coverage, /truncated, /next_cursor, /reason.
-- What moved towards each exchange less what moved away, over windows in which every chain of the token was read whose blocks are scanned; where one of them
-- has no value in USD, the sum has none. Absences by the cadence of sources are not in the store.
WITH
  toInt64({size_s:UInt32}) * 1000 AS size_ms,
  intDiv(toUnixTimestamp64Milli({since:DateTime64(3, 'UTC')}) + size_ms - 1, size_ms) * size_ms AS first_ms,
  (
    SELECT (groupArray(native)[1], groupArray(mapKeys(contracts))[1])
    FROM tracked
    WHERE token = {token:String}
  ) AS listed,
  (SELECT arrayFilter(c -> c IN ('eth', 'bsc', 'btc', 'sol', 'ada'), arrayDistinct(arrayConcat(if(listed.1 = '', [], [listed.1]), listed.2)))) AS scanned,
  (SELECT listed.1 = '' OR has(scanned, listed.1)) AS is_read,
  -- Windows in which all of them were read.
  (
    SELECT groupArray(ms)
    FROM
    (
      SELECT toUnixTimestamp64Milli(at) AS ms
      FROM exchange_flow_versions
      WHERE token = {token:String} AND at >= fromUnixTimestamp64Milli(first_ms, 'UTC') AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY ms
      HAVING uniqExact(chain) >= length(scanned)
    )
  ) AS read_whole
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
      (concat('/rows/', toString(i - 1), '/2'), 'usd', r.4 - r.5, ''),
      (concat('/rows/', toString(i - 1), '/3'), 'usd', r.4, ''),
      (concat('/rows/', toString(i - 1), '/4'), 'usd', r.5, ''),
      (concat('/rows/', toString(i - 1), '/5'), 'whole', toNullable(toFloat64(r.6)), ''),
      (concat('/rows/', toString(i - 1), '/6'), 'time', toNullable(toFloat64(r.2)), '')
    ], kept, arrayEnumerate(kept))))
  )) AS row
  FROM
  (
    SELECT groupArray((bucket, as_of_ms, line, inflow, outflow, minutes)) AS kept
    FROM
    (
      SELECT intDiv(quarter, size_ms) * size_ms AS bucket, max(ended) AS as_of_ms, line, if(countIf(last.1 IS NULL) > 0, NULL, sum(last.1)) AS inflow, if(countIf(last.2 IS NULL) > 0, NULL, sum(last.2)) AS outflow, sum(last.3) AS minutes
      FROM
      (
        SELECT line, intDiv(ms, 900000) * 900000 AS quarter, max(until) AS ended, argMax((towards, away, span / 60), until) AS last
        FROM
        (
          SELECT line, ms, ms + max(span_s) * 1000 AS until, max(span_s) AS span, if(countIf(flow.1 IS NULL) > 0, NULL, sum(flow.1)) AS towards, if(countIf(flow.2 IS NULL) > 0, NULL, sum(flow.2)) AS away
          FROM
          (
            SELECT toString(exchange) AS line, toUnixTimestamp64Milli(at) AS ms, chain, max(window_s) AS span_s, argMax((inflow_usd, outflow_usd), (retrieved_at, stored_at)) AS flow
            FROM exchange_flow_versions
            WHERE token = {token:String} AND at >= fromUnixTimestamp64Milli(first_ms, 'UTC') AND at + toIntervalSecond(window_s) <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
            GROUP BY line, ms, chain
          )
          WHERE is_read AND has(read_whole, ms)
          GROUP BY line, ms
        )
        GROUP BY line, quarter
      )
      GROUP BY bucket, line
      ORDER BY bucket, line
    )
  )
)

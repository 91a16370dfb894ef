-- Market section chains: every quantity of it at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- What is locked on a chain counts for twelve hours and is held against the readings nearest to a day and a week before; the
-- last block is that of the newest scan, none older than six hours.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- chain, read, locked, stablecoins, fees, whether one of a day before is near and its value, the same of a week
  (
    SELECT groupArray((name, newest, last.1, last.2, last.3, day, week))
    FROM
    (
      SELECT name, any(newest_ms) AS newest, argMax((tvl_usd, stablecoins_usd, fees_24h_usd), ms) AS last,
        argMinIf(toNullable(tvl_usd), (abs(ms - newest_ms + 86400000), ms), abs(ms - newest_ms + 86400000) <= 21600000) AS day,
        argMinIf(toNullable(tvl_usd), (abs(ms - newest_ms + 604800000), ms), abs(ms - newest_ms + 604800000) <= 43200000) AS week
      FROM
      (
        SELECT toString(chain) AS name, toUnixTimestamp64Milli(at) AS ms, tvl_usd, stablecoins_usd, fees_24h_usd, max(toUnixTimestamp64Milli(at)) OVER (PARTITION BY chain) AS newest_ms
        FROM chain_tvl_versions
        WHERE (at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY OR (at > {at:DateTime64(3, 'UTC')} - INTERVAL 8 DAY AND at < {at:DateTime64(3, 'UTC')} - INTERVAL 6 DAY)) AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      GROUP BY name
    )
  ) AS locked,
  (
    SELECT groupArray((name, block, block_ms))
    FROM
    (
      SELECT toString(chain) AS name, argMax(to_block, (to_at, retrieved_at, stored_at)) AS block, toUnixTimestamp64Milli(max(to_at)) AS block_ms
      FROM chain_scan_versions
      WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 7 DAY AND to_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY name
    )
  ) AS heads
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
      ('/as_of', 'time', toNullable(toFloat64(oldest)), ''),
      ('/coverage/weight_pct', 'pct', if(empty(names), NULL, arrayCount(e -> e.2 != 'json' AND ifNull(isFinite(e.3), 0), entries) / (7 * length(names)) * 100), '')
    ],
    if(empty(names), [('/chains', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], entries)
  )) AS row
  FROM
  (
    SELECT *,
      arrayFlatten(arrayMap((c, i) -> [
        (concat('/chains/', toString(i - 1), '/chain'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(c.1)),
        (concat('/chains/', toString(i - 1), '/tvl_usd'), 'usd', if(c.3, toNullable(c.2.3), NULL), ''),
        (concat('/chains/', toString(i - 1), '/tvl_change_24h_pct'), 'pct', if(c.3, (c.2.3 / c.2.6 - 1) * 100, NULL), ''),
        (concat('/chains/', toString(i - 1), '/tvl_change_7d_pct'), 'pct', if(c.3, (c.2.3 / c.2.7 - 1) * 100, NULL), ''),
        (concat('/chains/', toString(i - 1), '/stablecoins_usd'), 'usd', if(c.3, c.2.4, NULL), ''),
        (concat('/chains/', toString(i - 1), '/fees_24h_usd'), 'usd', if(c.3, c.2.5, NULL), ''),
        (concat('/chains/', toString(i - 1), '/last_block'), 'whole', if(c.6, toNullable(toFloat64(c.4.2)), NULL), ''),
        (concat('/chains/', toString(i - 1), '/last_block_at'), 'time', if(c.6, toNullable(toFloat64(c.4.3)), NULL), ''),
        (concat('/chains/', toString(i - 1), '/status'), 'json', NULL, if(if(c.5, c.4.3 >= at_ms - 2100000, c.3), '"ok"', '"stale"'))
      ], chains, arrayEnumerate(chains))) AS entries
    FROM
    (
      SELECT *,
        -- chain, is its value read, the value with those beside it, is its head read, the head
        arrayMap(c -> (c, arrayFirst(l -> l.1 = c, locked) AS l, has(locked.1, c) AND l.2 >= at_ms - 43200000, arrayFirst(h -> h.1 = c, heads) AS h, has(heads.1, c), has(heads.1, c) AND h.3 >= at_ms - 21600000), names) AS chains
      FROM
      (
        SELECT *,
          arraySort(c -> (-arrayFirst(l -> l.1 = c, locked).3, c), arrayFilter(c -> c != 'all', arrayDistinct(arrayConcat(heads.1, locked.1)))) AS names,
          arrayMin(arrayConcat([at_ms], heads.3, arrayMap(l -> l.2, arrayFilter(l -> l.2 >= at_ms - 43200000, locked)))) AS oldest
        FROM
        (
          SELECT at_ms, locked, heads
        )
      )
    )
  )
)

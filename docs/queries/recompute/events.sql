-- Market section events: every member of it at an instant, made again from the rows behind it.
-- Not covered: nothing.
-- The day's signals where the rules were judged in the last ten minutes, the week's unlocks of schedules that were read within three
-- days, and the day's headlines where a newsroom was read; newest first.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  (
    SELECT groupArray((token, symbol, is_stablecoin = 1 OR has(categories, 'proof-of-work')))
    FROM tracked
  ) AS tokens,
  -- The last minute in which the signal rules were judged.
  (
    SELECT toUnixTimestamp64Milli(max(at))
    FROM detection_minute
    WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 11 MINUTE AND at <= {at:DateTime64(3, 'UTC')} AND written_at <= {known:DateTime64(3, 'UTC')}
  ) AS judged_ms,
  ['breakout', 'contract_risk_change', 'depeg', 'depth_drop', 'exchange_inflow', 'exchange_outflow', 'funding_extreme', 'funding_flip', 'large_transfer', 'liquidation_cascade', 'long_short_extreme', 'oi_flush', 'oi_price_divergence', 'oi_surge', 'price_divergence', 'price_move', 'spread_widening', 'tvl_drop', 'unlock_upcoming', 'volume_spike'] AS kinds,
  ['pct', 'level', 'pct', 'pct', 'pct', 'pct', 'pct', 'pct', 'multiple', 'multiple', 'ratio', 'pct', 'pct', 'pct', 'pct', 'pct', 'multiple', 'pct', 'pct', 'multiple'] AS units,
  ['15m', 'scan to scan', '10m', '3 samples', '24h', '24h', '8h', '2 readings', '14d', '1h', 'now', '1h or 4h', '4h', '1h or 4h', '5m', '1h', '24h', '24h', '7d', '1h'] AS windows,
  -- Each event as kind, instant, token, severity, title and address.
  (
    SELECT groupArray(('signal', fired_ms, toNullable(token), toNullable(severity), title, CAST(NULL, 'Nullable(String)')))
    FROM
    (
      SELECT toString(token) AS token, toUnixTimestamp64Milli(at) AS fired_ms, severity, id,
        leftUTF8(concat(transform(token, tokens.1, tokens.2, ''), ': ', replaceAll(kind, '_', ' '), ', ', direction, ', ', if(severity = 2, 'material', if(severity = 3, 'critical', 'notable')), ': ', toString(value), ' ',
          if(JSONType(details, 'unit') = 'String', JSONExtractString(details, 'unit'), transform(toString(kind), kinds, units, '')), ' over ',
          if(JSONType(details, 'window') = 'String', JSONExtractString(details, 'window'), transform(toString(kind), kinds, windows, ''))), 160) AS title
      FROM signal_versions
      WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        AND token IN (SELECT token FROM tracked)
      ORDER BY fired_ms DESC, severity DESC, id
      LIMIT 200
    )
  ) AS fired,
  -- What circulates of each token, as a directory said it last.
  (
    SELECT groupArray((token, coins))
    FROM
    (
      SELECT toString(token) AS token, argMax(tuple(circulating_native), (at, retrieved_at, stored_at)).1 AS coins
      FROM coin_market_versions
      WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY token
    )
  ) AS supplies,
  -- Schedules by token: read last, and what of it comes at once within a week.
  (
    SELECT groupArray((token, read_last, releases))
    FROM
    (
      SELECT token, any(newest) AS read_last, groupArrayIf((ms, amount), kind = 'cliff' AND amount > 0 AND ms > at_ms AND ms <= at_ms + 604800000) AS releases
      FROM
      (
        SELECT toString(token) AS token, toUnixTimestamp64Milli(at) AS ms, toString(kind) AS kind, amount_native AS amount, toUnixTimestamp64Milli(read_at) AS read_ms, max(read_ms) OVER (PARTITION BY token) AS newest
        FROM unlock_versions
        WHERE read_at > {at:DateTime64(3, 'UTC')} - INTERVAL 72 HOUR AND read_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      WHERE read_ms = newest
      GROUP BY token
    )
  ) AS schedules,
  -- Headlines of seven days as they were read first, the newest forty of each token and of none.
  (
    SELECT groupArray((name, first_read.1, url, first_read.2, first_read.3, first_read.4))
    FROM
    (
      SELECT toString(token) AS name, url, argMin((toUnixTimestamp64Milli(at), title, toString(provider), toUnixTimestamp64Milli(retrieved_at)), (retrieved_at, at, title)) AS first_read
      FROM headline_versions
      WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 7 DAY AND at <= {at:DateTime64(3, 'UTC')} AND retrieved_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        AND (token = '' OR token IN (SELECT token FROM tracked))
      GROUP BY name, url
      ORDER BY name, first_read.1 DESC, url
      LIMIT 40 BY name
    )
  ) AS headlines,
  -- When each newsroom was read last.
  (
    SELECT groupArray((who, ok_ms))
    FROM
    (
      SELECT toString(provider) AS who, toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok')) AS ok_ms
      FROM source_call
      WHERE source LIKE '%-headline' AND requested_at > fromUnixTimestamp64Milli(intDiv(at_ms - 180000, 600000) * 600000 - 7200000, 'UTC')
        AND requested_at <= {at:DateTime64(3, 'UTC')} AND responded_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY who
    )
  ) AS feed_calls
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
      ('/as_of', 'time', toNullable(toFloat64(multiIf(is_judged, judged_ms, is_scheduled, arrayMin(schedules.2), at_ms))), ''),
      ('/coverage/weight_pct', 'pct', if(assessed = 0, NULL, assessed / 3 * 100), '')
    ],
    multiIf(assessed = 0, [('/events', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], empty(events), [('/events', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')],
      arrayFlatten(arrayMap((e, i) -> [
        (concat('/events/', toString(i - 1), '/kind'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(e.1)),
        (concat('/events/', toString(i - 1), '/at'), 'time', toNullable(toFloat64(e.2)), ''),
        (concat('/events/', toString(i - 1), '/token'), 'json', NULL, if(e.3 IS NULL, 'null', toJSONString(ifNull(e.3, '')))),
        (concat('/events/', toString(i - 1), '/severity'), 'json', NULL, if(e.4 IS NULL, 'null', toString(ifNull(e.4, 0)))),
        (concat('/events/', toString(i - 1), '/title'), 'json', NULL, toJSONString(e.5)),
        (concat('/events/', toString(i - 1), '/url'), 'json', NULL, if(e.6 IS NULL, 'null', toJSONString(ifNull(e.6, ''))))
      ], events, arrayEnumerate(events))))
  )) AS row
  FROM
  (
    SELECT *,
      arrayMap(x -> x.1, arraySort(x -> (-x.1.2, x.2), arrayZip(told, arrayEnumerate(told)))) AS events
    FROM
    (
      SELECT *,
        arrayConcat(if(is_judged, fired, []), if(is_scheduled, unlocks, []), if(is_heard, arraySlice(arraySort(a -> (-a.2, a.6), articles), 1, 100), [])) AS told,
        toFloat64(is_judged + is_scheduled + is_heard) AS assessed
      FROM
      (
        SELECT *,
          notEmpty(fresh_newsrooms) AND (notEmpty(today) OR length(fresh_newsrooms) / length(newsrooms) >= 0.6) AS is_heard
        FROM
        (
          SELECT *,
            arrayFilter(p -> arrayExists(r -> r.1 = p AND r.2 >= at_ms - 86400000, feed_reads), newsrooms) AS fresh_newsrooms
          FROM
          (
            SELECT *,
              arrayDistinct(feed_reads.1) AS newsrooms,
              -- An article counts once, for the one token it names.
              arrayMap(url -> (arrayFilter(h -> h.3 = url, today) AS same, arrayDistinct(arrayFilter(name -> name != '', same.1)) AS names,
                ('headline', same[1].2, if(length(names) = 1, toNullable(names[1]), NULL), CAST(NULL, 'Nullable(UInt8)'), same[1].4, toNullable(url))).3, arrayDistinct(today.3)) AS articles
            FROM
            (
              SELECT *,
                judged_ms >= at_ms - 600000 AS is_judged,
                arraySort(u -> (u.2, u.3), arrayFlatten(arrayMap(s -> arrayMap(r -> ('unlock', r.1, toNullable(s.1), CAST(NULL, 'Nullable(UInt8)'), concat(
                  if(r.2 >= 1000000, concat(concat(toString(intDiv(toInt64(round(r.2 / 1000000 * 100)), 100)), '.', leftPad(toString(toInt64(round(r.2 / 1000000 * 100)) % 100), 2, '0')), ' million'), toString(toInt64(round(r.2)))), ' ', transform(s.1, tokens.1, tokens.2, ''), ' unlock (',
                  if(arrayFirst(c -> c.1 = s.1, supplies).2 IS NULL, 'share of circulating supply not measured', concat(concat(toString(intDiv(toInt64(round(ifNull(r.2 / arrayFirst(c -> c.1 = s.1, supplies).2 * 100, 0) * 100)), 100)), '.', leftPad(toString(toInt64(round(ifNull(r.2 / arrayFirst(c -> c.1 = s.1, supplies).2 * 100, 0) * 100)) % 100), 2, '0')), ' % of circulating supply')), ')'),
                  CAST(NULL, 'Nullable(String)')), s.3), arrayFilter(s -> has(tokens.1, s.1), schedules)))) AS unlocks,
                notEmpty(arrayFilter(s -> has(tokens.1, s.1), schedules)) AS is_scheduled,
                arrayConcat(feed_calls, arrayMap(h -> (h.5, h.6), headlines)) AS feed_reads,
                arrayFilter(h -> h.2 > at_ms - 86400000, headlines) AS today
              FROM
              (
                SELECT at_ms, tokens, judged_ms, fired, supplies, schedules, headlines, feed_calls
              )
            )
          )
        )
      )
    )
  )
)

-- State section context: every quantity of it for a token at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Shares and medians are of tracked tokens where 60 % of them carry a change of 24 hours; the total is a directory's, which a
-- second one may contradict; a feed that was read and named nobody is an answer, an unread one is not.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- By token and venue the newest completed minute, none older than fifteen minutes.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, last, newest_close)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, toUnixTimestamp64Milli(max(open_at)) + 60000 AS last, argMax(close, open_at) AS newest_close
        FROM venue_candle_versions
        WHERE interval_s = 60 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 16 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY token, venue
      )
      GROUP BY token
    )
  ) AS minutes_of,
  (SELECT arrayMap(m -> arrayMax(m.2.2), minutes_of)) AS anchors,
  -- The last close of each venue at or before one, 24 and 168 hours before the newest close of its token, by token.
  (
    SELECT groupArray((token, back, close))
    FROM
    (
      SELECT token, back, quantileExactInclusive(0.5)(last) AS close
      FROM
      (
        SELECT token, venue, back, argMax(close, (closed, -span)) AS last
        FROM
        (
          SELECT toString(token) AS token, toString(venue) AS venue, close, toInt32(interval_s) AS span, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS closed,
            arrayJoin([(1, 900000), (24, 900000), (168, 7200000)]) AS ago, ago.1 AS back,
            transform(token, minutes_of.1, anchors, intDiv(at_ms, 60000) * 60000) AS anchor
          FROM venue_candle_versions
          WHERE market = 'spot' AND interval_s IN (60, 900, 3600)
            AND ((open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 151 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR)
              OR (open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1531 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 24 HOUR)
              OR (open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 10276 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 168 HOUR))
            AND stored_at <= {known_past:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_past:DateTime64(3, 'UTC')})
        )
        WHERE closed <= anchor - back * 3600000 AND closed > anchor - back * 3600000 - ago.2
        GROUP BY token, venue, back
      )
      GROUP BY token, back
    )
  ) AS past,
  -- Supply by token, whether it was told within two hours, and the price that was told with it; and a second directory's word on
  -- what circulates: five per cent apart is nobody's.
  (
    SELECT groupArray((token, coins, is_fresh, last_price))
    FROM
    (
      SELECT toString(token) AS token, argMax(tuple(circulating_native), (at, retrieved_at, stored_at)).1 AS coins, max(at) >= {at:DateTime64(3, 'UTC')} - INTERVAL 2 HOUR AS is_fresh,
        argMax(price_usd, (at, retrieved_at, stored_at)) AS last_price
      FROM coin_market_versions
      WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY token
    )
  ) AS coins,
  (
    SELECT groupArray((token, said))
    FROM
    (
      SELECT toString(token) AS token, argMax(tuple(circulating_native), (at, retrieved_at, stored_at)).1 AS said, max(at) AS read_at
      FROM coin_opinion_versions
      WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY token
      HAVING read_at >= {at:DateTime64(3, 'UTC')} - INTERVAL 2 HOUR
    )
  ) AS said,
  -- token, symbol, sector, price, instant, changes of 1, 24 and 168 hours, cap, volume of 24 hours, and what the token weighs: its
  -- cap, or else what directories told last, the larger where they differ
  (
    SELECT groupArray((token, symbol, sector, price, at_instant, changes[1], changes[2], changes[3], cap, volume, weight))
    FROM
    (
      SELECT token, symbol, sector, arrayFirst(m -> m.1 = token, minutes_of).2 AS list, arraySort(list.3) AS closes, toUInt32(length(closes)) AS n,
        CAST(NULL, 'Nullable(Float64)') AS volume,
        if(n > 0 AND arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1))),
          arrayReduce('quantileExactInclusive(0.5)', closes), NULL) AS price,
        if(n > 0, arrayMax(list.2), at_ms) AS at_instant,
        arrayMap(h -> if(arrayExists(p -> p.1 = token AND p.2 = h, past), (price / arrayFirst(p -> p.1 = token AND p.2 = h, past).3 - 1) * 100, NULL), [1, 24, 168]) AS changes,
        arrayFirst(c -> c.1 = token, coins).2 AS own_coins, arrayFirst(c -> c.1 = token, said).2 AS said_coins,
        if(arrayExists(c -> c.1 = token AND c.3, coins) AND NOT (has(said.1, token) AND ifNull(abs(own_coins - said_coins) > 0.05 * greatest(abs(own_coins), abs(said_coins)), 0)),
          price * own_coins, NULL) AS cap,
        if(ifNull(cap, 0) > 0, cap, if(has(coins.1, token), arrayFirst(c -> c.1 = token, coins).4 * if(ifNull(said_coins, 0) > own_coins, said_coins, own_coins), NULL)) AS weight
      FROM tracked
    )
  ) AS tokens,
  -- Changes as they are shown, and how many tokens carry one of 24 hours.
  (SELECT arrayFilter(t -> t.7 IS NOT NULL, tokens)) AS moved,
  toFloat64(length(tokens)) AS universe,
  (SELECT arrayMap(k -> arrayMap(x -> assumeNotNull(x), arrayFilter(x -> x IS NOT NULL, arrayMap(t -> round(multiIf(k = 1, t.6, k = 2, t.7, t.8), 4), tokens))), [1, 2, 3])) AS shown,
  (SELECT arrayMap(s -> notEmpty(s) AND length(s) >= universe * 0.6, shown)) AS is_enough,
  -- The token's own releases, from the schedule that was read last within three days.
  (
    SELECT (count() > 0, arraySort(groupArrayIf((toUnixTimestamp64Milli(at), amount_native), kind = 'cliff' AND amount_native > 0 AND at > {at:DateTime64(3, 'UTC')} AND at <= {at:DateTime64(3, 'UTC')} + INTERVAL 30 DAY)))
    FROM
    (
      SELECT at, kind, amount_native, read_at, max(read_at) OVER () AS newest
      FROM unlock_versions
      WHERE token = {token:String} AND read_at > {at:DateTime64(3, 'UTC')} - INTERVAL 72 HOUR AND read_at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
    )
    WHERE read_at = newest
  ) AS schedule,
  (
    SELECT (count() > 0, argMax(tuple(circulating_native), (at, retrieved_at, stored_at)).1)
    FROM coin_market_versions
    WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS coin_read,
  (
    SELECT (groupArray(sector)[1], groupArray(symbol)[1], groupArray(is_stablecoin)[1] = 1 OR has(groupArray(categories)[1], 'proof-of-work'))
    FROM tracked
    WHERE token = {token:String}
  ) AS known_of,
  arrayFirst(t -> t.1 = {token:String}, tokens) AS own,
  arrayFirst(t -> t.1 = 'bitcoin', tokens) AS btc,
  (SELECT arrayMap(x -> assumeNotNull(x), moved.7)) AS changes,
  length(changes) >= universe * 0.6 AS has_changes,
  if(has_changes, arrayCount(x -> round(x, 4) > 0, changes) / length(changes) * 100, NULL) AS up,
  (SELECT arrayFilter(t -> t.3 = known_of.1, tokens)) AS sector,
  (SELECT arrayFilter(t -> t.9 IS NOT NULL AND t.7 IS NOT NULL, sector)) AS held,
  -- The sector's tokens that are in it carry 60 % of the last known market cap; one that is not and of no known cap may be any part.
  arraySum(t -> ifNull(t.11, 0), sector) AS sector_weight,
  if(notEmpty(held) AND NOT arrayExists(t -> (t.9 IS NULL OR t.7 IS NULL) AND t.11 IS NULL, sector)
    AND if(sector_weight > 0, arraySum(t -> ifNull(t.11, 0), held) / sector_weight, length(held) / length(sector)) >= 0.6, (arraySum(t -> ifNull(t.9, 0), held) / arraySum(t -> ifNull(t.9 / (1 + t.7 / 100), 0), held) - 1) * 100, NULL) AS sector_change,
  multiIf(btc.7 IS NULL OR up IS NULL, '"unassessed"', btc.7 > 1 AND up > 60, '"risk_on"', btc.7 < -1 AND up < 40, '"risk_off"', '"mixed"') AS regime,
  -- The whole market by the directory that is shown, and the other's total: five per cent apart is nobody's.
  (
    SELECT groupArray((who, read_ms, total, told, argMax_day))
    FROM
    (
      SELECT who, max(ms) AS read_ms, argMax((cap, change), (ms, read, stored)) AS last, last.1 AS total, last.2 AS told, argMaxOrNullIf(cap, (ms, read, stored), ms <= newest - 86400000 AND ms > newest - 87300000) AS argMax_day
      FROM
      (
        SELECT toString(provider) AS who, toUnixTimestamp64Milli(at) AS ms, retrieved_at AS read, stored_at AS stored, total_market_cap_usd AS cap, change_24h_pct AS change,
          max(toUnixTimestamp64Milli(at)) OVER (PARTITION BY provider) AS newest
        FROM global_market_versions
        WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 11 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      GROUP BY who
      ORDER BY who
    )
  ) AS directories,
  (SELECT arrayFilter(d -> d.2 >= at_ms - 7200000, directories)) AS counting,
  (SELECT arrayFilter(d -> endsWith(d.1, 'coingecko'), counting)) AS first,
  (SELECT arrayFilter(d -> d.1 != first[1].1, counting)) AS others,
  notEmpty(first) AND NOT (notEmpty(others) AND abs(first[1].3 - others[1].3) > 0.05 * greatest(abs(first[1].3), abs(others[1].3))) AS has_total,
  multiIf(NOT has_total, NULL, first[1].5 IS NULL, first[1].4, (first[1].3 / first[1].5 - 1) * 100) AS total_change,
  -- The mood, as its newest day has it.
  (
    SELECT groupArray((read_ms, said.1, said.2))
    FROM
    (
      SELECT toUnixTimestamp64Milli(at) AS read_ms, provider, argMax((value, label), (retrieved_at, stored_at)) AS said
      FROM fear_greed_day_versions
      WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 10 DAY AND at <= {at:DateTime64(3, 'UTC')} AND retrieved_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY provider, at
      ORDER BY at DESC, provider
      LIMIT 1
    )
  ) AS moods,
  notEmpty(moods) AND moods[1].1 >= at_ms - 172800000 AS has_mood,
  -- Headlines as they were read first, and when each newsroom was read last.
  (
    SELECT groupArray((name, first_read.1, url, first_read.2, first_read.3, first_read.4))
    FROM
    (
      SELECT toString(token) AS name, url, argMin((toUnixTimestamp64Milli(at), title, toString(provider), toUnixTimestamp64Milli(retrieved_at)), (retrieved_at, at, title)) AS first_read
      FROM headline_versions
      WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 7 DAY AND at <= {at:DateTime64(3, 'UTC')} AND retrieved_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY name, url
      ORDER BY first_read.1 DESC, url
    )
  ) AS all_headlines,
  (
    SELECT groupArray((who, ok_ms))
    FROM
    (
      SELECT toString(provider) AS who, toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok')) AS ok_ms
      FROM source_call
      WHERE token IN ({token:String}, '') AND source LIKE '%-headline' AND requested_at > fromUnixTimestamp64Milli(intDiv(at_ms - 180000, 600000) * 600000 - 7200000, 'UTC')
        AND requested_at <= {at:DateTime64(3, 'UTC')} AND responded_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY who
    )
  ) AS feed_calls,
  (SELECT arrayConcat(feed_calls, arrayMap(h -> (h.5, h.6), all_headlines))) AS feed_reads,
  (SELECT arrayDistinct(feed_reads.1)) AS newsrooms,
  (SELECT arrayFilter(p -> arrayExists(r -> r.1 = p AND r.2 >= at_ms - 86400000, feed_reads), newsrooms)) AS fresh_newsrooms,
  (SELECT arrayFilter(h -> h.1 = {token:String}, all_headlines)) AS headlines,
  notEmpty(fresh_newsrooms) AND (notEmpty(headlines) OR length(fresh_newsrooms) / length(newsrooms) >= 0.6) AS has_headlines,
  has_changes AND own.7 IS NOT NULL AS has_strength,
  schedule.1 OR known_of.3 AS has_schedule,
  toFloat64((btc.7 IS NOT NULL) + (arrayFirst(t -> t.1 = 'ethereum', tokens).7 IS NOT NULL) + (total_change IS NOT NULL) + ifNull(isFinite(sector_change), 0) + has_strength + has_changes
    + (regime != '"unassessed"') + has_mood + has_headlines + has_schedule) AS assessed
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
      ('/as_of', 'time', toNullable(toFloat64(btc.5)), ''),
      ('/coverage/weight_pct', 'pct', toNullable(assessed * 10), ''),
      ('/btc_change_24h_pct', 'pct', btc.7, ''),
      ('/eth_change_24h_pct', 'pct', arrayFirst(t -> t.1 = 'ethereum', tokens).7, ''),
      ('/total_market_cap_change_24h_pct', 'pct', total_change, ''),
      ('/sector_change_24h_pct', 'pct', sector_change, ''),
      ('/relative_strength_24h_pct', 'pct', if(has_strength, own.7 - arrayReduce('quantileExactInclusive(0.5)', changes), NULL), ''),
      ('/breadth_up_24h_pct', 'pct', up, ''),
      ('/regime', 'json', NULL, regime)
    ],
    if(has_mood, [('/fear_greed/value', 'whole', toNullable(toFloat64(moods[1].2)), ''), ('/fear_greed/label', 'json', NULL, toJSONString(toString(moods[1].3))),
      ('/fear_greed/as_of', 'time', toNullable(toFloat64(moods[1].1)), '')], [('/fear_greed', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')]),
    multiIf(NOT has_headlines, [('/headlines', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], empty(headlines), [('/headlines', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')],
      arrayFlatten(arrayMap((h, i) -> [
        (concat('/headlines/', toString(i - 1), '/title'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(toString(h.4))),
        (concat('/headlines/', toString(i - 1), '/source'), 'json', NULL, toJSONString(h.5)),
        (concat('/headlines/', toString(i - 1), '/url'), 'json', NULL, toJSONString(toString(h.3))),
        (concat('/headlines/', toString(i - 1), '/published_at'), 'time', toNullable(toFloat64(h.2)), '')
      ], arraySlice(headlines, 1, 5), arrayEnumerate(arraySlice(headlines, 1, 5))))),
    multiIf(NOT has_schedule, [('/upcoming', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], empty(schedule.2), [('/upcoming', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')],
      arrayFlatten(arrayMap((u, i) -> [
        (concat('/upcoming/', toString(i - 1), '/kind'), 'json', CAST(NULL, 'Nullable(Float64)'), '"unlock"'),
        (concat('/upcoming/', toString(i - 1), '/at'), 'time', toNullable(toFloat64(u.1)), ''),
        (concat('/upcoming/', toString(i - 1), '/text'), 'json', NULL, toJSONString(concat(
          if(u.2 >= 1000000, concat(concat(toString(toInt64(intDiv(toInt64(round(u.2 / 1000000 * 100)), 100))), '.', leftPad(toString(toInt64(round(u.2 / 1000000 * 100)) % 100), 2, '0')), ' million'), toString(toInt64(round(u.2)))), ' ', known_of.2, ' unlock (',
          if(coin_read.1 AND coin_read.2 IS NOT NULL, concat(concat(toString(toInt64(intDiv(toInt64(round(ifNull(u.2 / coin_read.2 * 100, 0) * 100)), 100))), '.', leftPad(toString(toInt64(round(ifNull(u.2 / coin_read.2 * 100, 0) * 100)) % 100), 2, '0')), ' % of circulating supply'), 'share of circulating supply not measured'), ')')))
      ], schedule.2, arrayEnumerate(schedule.2))))
  )) AS row
)

-- Market section sectors: every quantity of it at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- A sector's change is that of a portfolio of its tokens, held at their market caps of then. It and the sums are told where the
-- tokens in them carry 60 % of the last known market cap (of the volume that of seven days); shares and medians of 60 % of the tokens.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- By token and venue what the last 24 hours of minutes hold, counted back from the venue's own newest close.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, last, newest_close, minutes, traded)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, any(newest) AS last, argMax(close, closed) AS newest_close, count() AS minutes, sum(volume_usd) AS traded
        FROM
        (
          SELECT token, venue, close, volume_usd, toUnixTimestamp64Milli(open_at) + 60000 AS closed,
            max(toUnixTimestamp64Milli(open_at) + 60000) OVER (PARTITION BY token, venue) AS newest
          FROM venue_candle_versions
          WHERE interval_s = 60 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1456 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE
            AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        )
        WHERE newest >= at_ms - 900000 AND closed > newest - 86400000
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
  -- Supply by token, whether it was told within two hours, and the price and the day's volume that were told with it; and a second
  -- directory's word on what circulates: five per cent apart is nobody's.
  (
    SELECT groupArray((token, coins, is_fresh, last_price, last_volume))
    FROM
    (
      SELECT toString(token) AS token, argMax(tuple(circulating_native), (at, retrieved_at, stored_at)).1 AS coins, max(at) >= {at:DateTime64(3, 'UTC')} - INTERVAL 2 HOUR AS is_fresh,
        argMax(price_usd, (at, retrieved_at, stored_at)) AS last_price,
        argMax(tuple(volume_24h_usd), (at, retrieved_at, stored_at)).1 AS last_volume
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
  -- What each venue traded in seven days of completed hours, and what venues say of their day.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, usd)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, sum(volume_usd) AS usd
        FROM venue_candle_versions
        WHERE interval_s = 3600 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 169 HOUR AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR
          AND stored_at <= {known_weights:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_weights:DateTime64(3, 'UTC')})
        GROUP BY token, venue
      )
      GROUP BY token
    )
  ) AS weeks_of,
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, usd, read_ms)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, argMax(volume_24h_usd, (at, retrieved_at, stored_at)) AS usd, toUnixTimestamp64Milli(max(at)) AS read_ms
        FROM ticker_versions
        WHERE market = 'spot' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY token, venue
      )
      GROUP BY token
    )
  ) AS tickers_of,
  -- token, symbol, sector, price, instant, changes of 1, 24 and 168 hours, cap, volume of 24 hours where venues carry enough of it,
  -- and what the token weighs: its cap, or else what directories told last, the larger where they differ, and what was traded of it in seven days
  (
    SELECT groupArray((token, symbol, sector, price, at_instant, changes[1], changes[2], changes[3], cap, volume, weight, week_usd))
    FROM
    (
      SELECT token, symbol, sector, arrayFirst(m -> m.1 = token, minutes_of).2 AS list, arraySort(list.3) AS closes, toUInt32(length(closes)) AS n,
        arrayFirst(x -> x.1 = token, weeks_of).2 AS week, arrayFirst(x -> x.1 = token, tickers_of).2 AS tickers,
        arrayConcat(week, arrayMap(v -> (v.1, toFloat64(0)), arrayFilter(v -> NOT has(week.1, v.1), list))) AS known_weights,
        if(arraySum(known_weights.2) > 0, known_weights, arrayMap(w -> (w.1, toFloat64(1)), known_weights)) AS weights,
        arrayFilter(v -> v.4 >= 1296, list) AS days, if(empty(week), [], arrayFilter(t -> NOT has(weights.1, t.1), tickers)) AS told,
        arrayFilter(t -> t.3 >= at_ms - 900000, told) AS fresh_told,
        round(if(length(days) + length(fresh_told) > 0 AND (arraySum(w -> if(has(days.1, w.1), w.2, 0), weights) + 7 * arraySum(fresh_told.2))
          / (arraySum(weights.2) + 7 * arraySum(told.2)) >= 0.6, arraySum(days.5) + arraySum(fresh_told.2), NULL), 2) AS volume,
        if(n > 0 AND arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1))),
          arrayReduce('quantileExactInclusive(0.5)', closes), NULL) AS price,
        if(n > 0, arrayMax(list.2), at_ms) AS at_instant,
        arrayMap(h -> if(arrayExists(p -> p.1 = token AND p.2 = h, past), (price / arrayFirst(p -> p.1 = token AND p.2 = h, past).3 - 1) * 100, NULL), [1, 24, 168]) AS changes,
        arrayFirst(c -> c.1 = token, coins).2 AS own_coins, arrayFirst(c -> c.1 = token, said).2 AS said_coins,
        if(arrayExists(c -> c.1 = token AND c.3, coins) AND NOT (has(said.1, token) AND ifNull(abs(own_coins - said_coins) > 0.05 * greatest(abs(own_coins), abs(said_coins)), 0)),
          price * own_coins, NULL) AS cap,
        if(ifNull(cap, 0) > 0, cap, if(has(coins.1, token), arrayFirst(c -> c.1 = token, coins).4 * if(ifNull(said_coins, 0) > own_coins, said_coins, own_coins), NULL)) AS weight,
        if(empty(week), 7 * arrayFirst(c -> c.1 = token, coins).5, toNullable(arraySum(week.2) + 7 * arraySum(told.2))) AS week_usd
      FROM tracked
    )
  ) AS tokens
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
      ('/as_of', 'time', toNullable(toFloat64(least(at_ms, arrayMin(arrayConcat([toInt64(at_ms)], moved.5))))), ''),
      ('/coverage/weight_pct', 'pct', toNullable(length(moved) / universe * 100), '')
    ],
    arrayFlatten(arrayMap((s, i) -> arrayConcat(
      [
        (concat('/sectors/', toString(i - 1), '/sector'), 'json', NULL, toJSONString(s.1)),
        (concat('/sectors/', toString(i - 1), '/tokens'), 'whole', toNullable(s.3), ''),
        (concat('/sectors/', toString(i - 1), '/market_cap_usd'), 'usd', if(s.7[1], toNullable(arraySum(s.5)), NULL), ''),
        (concat('/sectors/', toString(i - 1), '/change_1h_pct'), 'pct', s.8[1], ''),
        (concat('/sectors/', toString(i - 1), '/change_24h_pct'), 'pct', s.8[2], ''),
        (concat('/sectors/', toString(i - 1), '/change_7d_pct'), 'pct', s.8[3], ''),
        (concat('/sectors/', toString(i - 1), '/median_change_24h_pct'), 'pct', if(notEmpty(s.4) AND length(s.4) >= s.3 * 0.6, toNullable(arrayReduce('quantileExactInclusive(0.5)', s.4)), NULL), ''),
        (concat('/sectors/', toString(i - 1), '/volume_24h_usd'), 'usd', if(s.7[2], toNullable(arraySum(s.6)), NULL), ''),
        (concat('/sectors/', toString(i - 1), '/up_24h_pct'), 'pct', if(notEmpty(s.4) AND length(s.4) >= s.3 * 0.6, toNullable(arrayCount(x -> x > 0, s.4) / length(s.4) * 100), NULL), '')
      ],
      arrayFlatten(arrayMap((side, list) -> if(empty(list), [(concat('/sectors/', toString(i - 1), '/', side), 'json', CAST(NULL, 'Nullable(Float64)'), '[]')], arrayFlatten(arrayMap((t, k) -> [
        (concat('/sectors/', toString(i - 1), '/', side, '/', toString(k - 1), '/token'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(t.1)),
        (concat('/sectors/', toString(i - 1), '/', side, '/', toString(k - 1), '/symbol'), 'json', NULL, toJSONString(t.2)),
        (concat('/sectors/', toString(i - 1), '/', side, '/', toString(k - 1), '/change_24h_pct'), 'pct', t.7, '')
      ], list, arrayEnumerate(list)))), ['leaders', 'laggards'], [arraySlice(arraySort(t -> (-round(assumeNotNull(t.7), 4), -ifNull(round(t.9, 2), 0), t.1), arrayFilter(t -> t.3 = s.1, moved)), 1, 3), arraySlice(arraySort(t -> (round(assumeNotNull(t.7), 4), -ifNull(round(t.9, 2), 0), t.1), arrayFilter(t -> t.3 = s.1, moved)), 1, 3)]))
    ), sectors, arrayEnumerate(sectors)))
  )) AS row
  FROM
  (
    SELECT *,
      arrayMap(s -> notEmpty(s) AND length(s) >= universe * 0.6, shown) AS is_enough
    FROM
    (
      SELECT *,
        -- Changes as they are shown, and how many tokens carry one of 24 hours.
        arrayFilter(t -> t.7 IS NOT NULL, tokens) AS moved,
        toFloat64(length(tokens)) AS universe,
        arrayMap(k -> arrayMap(x -> assumeNotNull(x), arrayFilter(x -> x IS NOT NULL, arrayMap(t -> round(multiIf(k = 1, t.6, k = 2, t.7, t.8), 4), tokens))), [1, 2, 3]) AS shown,
        -- sector, tokens, then changes, caps, volumes, the portfolio's changes of 1, 24 and 168 hours, and whether what is known of caps,
        -- volumes and each of those changes weighs enough: a token that is not told and of no known weight may be any part
        arrayMap(s -> (s, arrayFilter(t -> t.3 = s, tokens) AS own, toFloat64(length(own)) AS size,
          arrayMap(x -> assumeNotNull(x), arrayFilter(x -> x IS NOT NULL, arrayMap(t -> round(t.7, 4), own))) AS changes,
          arrayMap(x -> assumeNotNull(x), arrayFilter(x -> x IS NOT NULL, arrayMap(t -> round(t.9, 2), own))) AS caps,
          arrayMap(x -> assumeNotNull(x), arrayFilter(x -> x IS NOT NULL, arrayMap(t -> t.10, own))) AS volumes,
          arrayMap(k -> (arrayMap(t -> multiIf(k = 1, t.9, k = 2, t.10, k = 3, t.9 * t.6, k = 4, t.9 * t.7, t.9 * t.8) IS NOT NULL, own) AS is_told, arrayMap(t -> if(k = 2, t.12, t.11), own) AS weights,
            arraySum(w -> ifNull(w, 0), weights) AS whole, has(is_told, 1) AND NOT arrayExists((told, w) -> NOT told AND w IS NULL, is_told, weights)
              AND if(whole > 0, arraySum((told, w) -> if(told, ifNull(w, 0), 0), is_told, weights) / whole, arraySum(is_told) / length(is_told)) >= 0.6).4, range(1, 6)) AS is_whole,
          arrayMap(k -> (arrayFilter(p -> p.1 IS NOT NULL AND p.2 IS NOT NULL, arrayMap(t -> (t.9, multiIf(k = 1, t.6, k = 2, t.7, t.8)), own)) AS held,
            if(is_whole[k + 2], (arraySum(p -> ifNull(p.1, 0), held) / arraySum(p -> ifNull(p.1 / (1 + p.2 / 100), 0), held) - 1) * 100, NULL)).2, range(1, 4)) AS moves), arraySort(arrayDistinct(tokens.3))) AS sectors
      FROM
      (
        SELECT at_ms, tokens
      )
    )
  )
)

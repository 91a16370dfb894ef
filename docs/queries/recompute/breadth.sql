-- Market section breadth: every quantity of it at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Prices are medians over spot venues; shares and counts are of tracked tokens where 60 % of them carry the number, and places
-- among 20 and 50 days are of those with nine tenths of the closes.
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
  -- Rank and supply by token, and a second directory's word on what circulates: five per cent apart is nobody's.
  (
    SELECT groupArray((token, coins))
    FROM
    (
      SELECT toString(token) AS token, argMax(tuple(circulating_native), (at, retrieved_at, stored_at)).1 AS coins, max(at) AS read_at
      FROM coin_market_versions
      WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY token
      HAVING read_at >= {at:DateTime64(3, 'UTC')} - INTERVAL 2 HOUR
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
  -- token, symbol, sector, price, instant, changes of 1, 24 and 168 hours, cap, volume of 24 hours
  (
    SELECT groupArray((token, symbol, sector, price, at_instant, changes[1], changes[2], changes[3], cap, volume))
    FROM
    (
      SELECT token, symbol, sector, arrayFirst(m -> m.1 = token, minutes_of).2 AS list, arraySort(list.3) AS closes, toUInt32(length(closes)) AS n,
        CAST(NULL, 'Nullable(Float64)') AS volume,
        if(n > 0 AND arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1))),
          arrayReduce('quantileExactInclusive(0.5)', closes), NULL) AS price,
        if(n > 0, arrayMax(list.2), at_ms) AS at_instant,
        arrayMap(h -> if(arrayExists(p -> p.1 = token AND p.2 = h, past), (price / arrayFirst(p -> p.1 = token AND p.2 = h, past).3 - 1) * 100, NULL), [1, 24, 168]) AS changes,
        arrayFirst(c -> c.1 = token, coins).2 AS own_coins, arrayFirst(c -> c.1 = token, said).2 AS said_coins,
        if(has(coins.1, token) AND NOT (has(said.1, token) AND ifNull(abs(own_coins - said_coins) > 0.05 * greatest(abs(own_coins), abs(said_coins)), 0)),
          price * own_coins, NULL) AS cap
      FROM tracked
    )
  ) AS tokens,
  -- Changes as they are shown, and how many tokens carry one of 24 hours.
  (SELECT arrayFilter(t -> t.7 IS NOT NULL, tokens)) AS moved,
  toFloat64(length(tokens)) AS universe,
  (SELECT arrayMap(k -> arrayMap(x -> assumeNotNull(x), arrayFilter(x -> x IS NOT NULL, arrayMap(t -> round(multiIf(k = 1, t.6, k = 2, t.7, t.8), 4), tokens))), [1, 2, 3])) AS shown,
  (SELECT arrayMap(s -> notEmpty(s) AND length(s) >= universe * 0.6, shown)) AS is_enough,
  (
    SELECT groupArray((name, price > mean, price >= highest, price <= lowest))
    FROM
    (
      SELECT name, avgIf(hour.2, (newest - hour.1) % 86400000 = 0) AS mean, max(hour.2) AS highest, min(hour.2) AS lowest, arrayFirst(t -> t.1 = name, tokens).4 AS price
      FROM
      (
        SELECT name, arrayJoin(arrayZip(mapKeys(medians), mapValues(medians))) AS hour, arrayMax(mapKeys(medians)) AS newest
        FROM
        (
          SELECT toString(token) AS name, quantileExactInclusiveMap(0.5)(map(toUnixTimestamp64Milli(open_at) + 3600000, close)) AS medians
          FROM venue_candle_versions
          WHERE interval_s = 3600 AND market = 'spot' AND open_at >= toStartOfHour({at:DateTime64(3, 'UTC')}) - INTERVAL 481 HOUR AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR
            AND stored_at <= {known_hours:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_hours:DateTime64(3, 'UTC')})
          GROUP BY name
        )
      )
      WHERE hour.1 > at_ms - 1728000000
      GROUP BY name
      HAVING count() >= 432 AND price IS NOT NULL
    )
  ) AS all_places,
  (
    SELECT groupArray((name, price > mean))
    FROM
    (
      SELECT name, avg(middle) AS mean, arrayFirst(t -> t.1 = name, tokens).4 AS price
      FROM
      (
        SELECT toString(token) AS name, toUnixTimestamp64Milli(open_at) + 86400000 AS closed, quantileExactInclusive(0.5)(close) AS middle
        FROM venue_candle_versions
        WHERE interval_s = 86400 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 51 DAY AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY
          AND stored_at <= {known_days:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_days:DateTime64(3, 'UTC')})
        GROUP BY name, closed
      )
      WHERE closed > at_ms - 4320000000
      GROUP BY name
      HAVING count() >= 45 AND price IS NOT NULL
    )
  ) AS all_longs,
  (SELECT arrayFilter(p -> has(tokens.1, p.1), all_places)) AS places,
  (SELECT arrayFilter(p -> has(tokens.1, p.1), all_longs)) AS longs,
  length(places) >= universe * 0.6 AS has_places
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
  SELECT arrayJoin(
    [
      ('/as_of', 'time', toNullable(toFloat64(least(at_ms, arrayMin(arrayConcat([toInt64(at_ms)], moved.5))))), ''),
      ('/coverage/weight_pct', 'pct', toNullable(length(moved) / universe * 100), ''),
      ('/universe', 'whole', toNullable(universe), ''),
      ('/up_1h_pct', 'pct', if(is_enough[1], arrayCount(x -> x > 0, shown[1]) / length(shown[1]) * 100, NULL), ''),
      ('/up_24h_pct', 'pct', if(is_enough[2], arrayCount(x -> x > 0, shown[2]) / length(shown[2]) * 100, NULL), ''),
      ('/up_7d_pct', 'pct', if(is_enough[3], arrayCount(x -> x > 0, shown[3]) / length(shown[3]) * 100, NULL), ''),
      ('/median_change_24h_pct', 'pct', if(is_enough[2], arrayReduce('quantileExactInclusive(0.5)', shown[2]), NULL), ''),
      ('/advancers_24h', 'whole', if(is_enough[2], toFloat64(arrayCount(x -> x >= 0.1, shown[2])), NULL), ''),
      ('/decliners_24h', 'whole', if(is_enough[2], toFloat64(arrayCount(x -> x <= -0.1, shown[2])), NULL), ''),
      ('/unchanged_24h', 'whole', if(is_enough[2], toFloat64(arrayCount(x -> abs(x) < 0.1, shown[2])), NULL), ''),
      ('/unassessed_24h', 'whole', toNullable(universe - length(moved)), ''),
      ('/above_sma20d_pct', 'pct', if(has_places, arrayCount(p -> ifNull(p.2, 0), places) / length(places) * 100, NULL), ''),
      ('/above_sma50d_pct', 'pct', if(length(longs) >= universe * 0.6, arrayCount(p -> ifNull(p.2, 0), longs) / length(longs) * 100, NULL), ''),
      ('/new_highs_20d', 'whole', if(has_places, toFloat64(arrayCount(p -> ifNull(p.3, 0), places)), NULL), ''),
      ('/new_lows_20d', 'whole', if(has_places, toFloat64(arrayCount(p -> ifNull(p.4, 0), places)), NULL), '')
    ]) AS row
)

-- Market section pulse: every sentence of it and the numbers it cites at an instant, made again from the readings behind them.
-- Not covered: nothing.
-- Each of eight things is told in one sentence where it was measured, in numbers that the other sections show; evidence is numbered as it is
-- cited first; the headline is the regime with the two numbers it rests on, or else the first sentence.
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
  -- The last close of each venue at or before 24 hours before the newest close of its token, by token.
  (
    SELECT groupArray((token, close))
    FROM
    (
      SELECT token, quantileExactInclusive(0.5)(last) AS close
      FROM
      (
        SELECT token, venue, argMax(close, (closed, -span)) AS last
        FROM
        (
          SELECT toString(token) AS token, venue, close, toInt32(interval_s) AS span, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS closed,
            transform(token, minutes_of.1, anchors, intDiv(at_ms, 60000) * 60000) AS anchor
          FROM venue_candle_versions
          WHERE market = 'spot' AND interval_s IN (60, 900, 3600) AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1531 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 24 HOUR
            AND stored_at <= {known_past:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_past:DateTime64(3, 'UTC')})
        )
        WHERE closed <= anchor - 86400000 AND closed > anchor - 87300000
        GROUP BY token, venue
      )
      GROUP BY token
    )
  ) AS day_before,
  -- Of each token: token, symbol, sector, price, instant, change of 24 hours.
  (
    SELECT groupArray((token, symbol, sector, price, at_instant, change))
    FROM
    (
      SELECT token, symbol, sector, arrayFirst(m -> m.1 = token, minutes_of).2 AS list, arraySort(list.3) AS closes, toUInt32(length(closes)) AS n,
        if(n > 0 AND arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1))), arrayReduce('quantileExactInclusive(0.5)', closes), NULL) AS price,
        if(n > 0, arrayMax(list.2), at_ms) AS at_instant, if(has(day_before.1, token), (price / arrayFirst(p -> p.1 = token, day_before).2 - 1) * 100, NULL) AS change
      FROM tracked
    )
  ) AS moves,
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
  -- How those who tell of perpetuals and forced closures were doing in the last two hours, by token; what is of none is of all.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((kind, who, provider, last_ok, first_ms, ok_ms, kept_ms)) AS list
      FROM
      (
        SELECT toString(token) AS token, substring(source, position(source, '-') + 1) AS kind, substring(source, 1, position(source, '-') - 1) AS who, toString(provider) AS provider,
          argMax(outcome, (responded_at, id)) = 'ok' AS last_ok, toUnixTimestamp64Milli(min(responded_at)) AS first_ms,
          toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok')) AS ok_ms, toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok' AND rows > 0)) AS kept_ms
        FROM source_call
        WHERE (source LIKE '%-open-interest%' OR source LIKE '%-funding%' OR source LIKE '%-liquidation%') AND requested_at > fromUnixTimestamp64Milli(intDiv(at_ms - 180000, 600000) * 600000 - 7200000, 'UTC')
          AND requested_at <= {at:DateTime64(3, 'UTC')} AND responded_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY token, kind, who, provider, endpoint
        ORDER BY token, kind, who, provider, endpoint
      )
      GROUP BY token
    )
  ) AS calls_of,
  -- A second provider's open interest and funding, by token.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, usd, rate)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, argMax(tuple(open_interest_usd), (at, retrieved_at, stored_at)).1 AS usd,
          argMax(tuple(rate_pct), (at, retrieved_at, stored_at)).1 AS rate, max(at) AS read_at
        FROM perp_opinion_versions
        WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 6 HOUR AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY token, venue
        HAVING read_at >= {at:DateTime64(3, 'UTC')} - INTERVAL 2 HOUR
        ORDER BY token, venue
      )
      GROUP BY token
    )
  ) AS opinions_of,
  -- Open interest by token and venue, now and its mean of seven days, with who tells it.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, read_ms, usd, mean, who)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, toUnixTimestamp64Milli(max(at)) AS read_ms, argMax(open_interest_usd, at) AS usd, avg(open_interest_usd) AS mean, toString(any(provider)) AS who
        FROM open_interest_versions
        WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 7 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY token, venue
        ORDER BY token, venue
      )
      GROUP BY token
    )
  ) AS interest_of,
  -- Funding as it stands, by token and venue.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, read_ms, rate, hours)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, toUnixTimestamp64Milli(max(at)) AS read_ms, argMax(tuple(rate_pct), (at, retrieved_at, stored_at)).1 AS rate,
          argMax(tuple(interval_hours), (at, retrieved_at, stored_at)).1 AS hours
        FROM funding_rate_versions
        WHERE kind = 'current' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 2 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY token, venue
        ORDER BY token, venue
      )
      GROUP BY token
    )
  ) AS funding_of,
  -- Tokens whose perpetual trades or did within the day.
  (
    SELECT groupUniqArray(toString(token))
    FROM ticker_versions
    WHERE market = 'perp' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS ticking,
  (
    SELECT groupUniqArray(toString(token))
    FROM venue_candle_versions
    WHERE interval_s = 3600 AND market = 'perp' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 25 HOUR AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR
      AND stored_at <= {known_perp_hours:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_perp_hours:DateTime64(3, 'UTC')})
  ) AS trading,
  (SELECT arrayExists(list -> arrayExists(c -> c.1 IN ('open-interest', 'open-interest-history') AND c.6 > 0 AND at_ms - c.5 >= 600000, list), calls_of.2)) AS is_told,
  -- Forced closures of 24 hours by token: what sums of windows say, with how long they cover.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((who, seconds, usd)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(provider) AS who, sum(window_s) AS seconds, sum(long_usd) + sum(short_usd) AS usd
        FROM liquidation_window_versions
        WHERE at >= toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY token, venue, who
        ORDER BY token, venue
      )
      GROUP BY token
    )
  ) AS totals_of,
  -- The same, one by one: for how long they were watched, and what was seen.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((who, seconds)) AS list
      FROM
      (
        SELECT token, who, toUInt64(toUInt32(intervalLengthSum(greatest(starts, at_ms - 86400000), ends) / 1000)) AS seconds
        FROM
        (
          SELECT toString(token) AS token, venue, toString(provider) AS who, toUnixTimestamp64Milli(from_at) AS starts, least(toUnixTimestamp64Milli(to_at), at_ms) AS ends
          FROM liquidation_watch_versions
          WHERE from_at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY AND from_at <= {at:DateTime64(3, 'UTC')} AND to_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY
            AND stored_at <= {known:DateTime64(3, 'UTC')}
        )
        GROUP BY token, venue, who
        ORDER BY token, venue, who
      )
      GROUP BY token
    )
  ) AS watched_of,
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((who, usd)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(any(provider)) AS who, sumIf(value_usd, side = 'long') + sumIf(value_usd, side = 'short') AS usd
        FROM liquidation_versions
        WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY token, venue
      )
      GROUP BY token
    )
  ) AS singles_of,
  -- token, whether it has a perpetual (2: not known), as of, open interest, its mean of seven days, funding of eight hours, forced closures of 24 hours, the venues that tell these and the share of open interest they hold
  (
    SELECT groupArray((token, listing, seen_at, usd, week, funding_8h, closed, arraySort(counted.2), closed_share))
    FROM
    (
      SELECT *,
        round(if(is_open, 0, arraySum(w -> if(has(counted.2, w.1), w.2, 0), weights) / whole) * 100, 4) AS closed_share,
        round(if(listing = 1 AND is_watched, arraySum(x -> if(has(counted.1, x.1), x.3, 0), totals) + arraySum(x -> if(has(counted.1, x.1) AND NOT has(totals.1, x.1), x.2, 0), singles), NULL), 2) AS closed
      FROM
      (
        SELECT *, arrayFilter(r -> r.3 AND arrayFirst(x -> x.1 = r.1, covers).2 >= 84672, reporters) AS counted,
          notEmpty(counted) AND NOT (is_open AND arrayExists(r -> has(tellers.2, r.2) AND NOT has(interest.1, r.2), reporters))
            AND if(arraySum(reporters.4) > 0, arraySum(counted.4) / arraySum(reporters.4), length(counted) / length(reporters)) >= 0.6 AS is_watched,
          round(if(notEmpty(rates) AND NOT is_open AND arraySum(w -> if(has(rates.1, w.1), w.2, 0), weights) / whole >= 0.6, arraySum(r -> r.2 * r.3, rates) / arraySum(rates.3), NULL), 4) AS funding_8h
        FROM
        (
          SELECT *, arraySum(weights.2) AS whole,
            round(if(notEmpty(fresh) AND NOT is_open AND arraySum(w -> if(has(fresh.1, w.1), w.2, 0), weights) / whole >= 0.6, arraySum(fresh.3), NULL), 2) AS usd,
            arrayFilter(r -> r.3 >= arraySum(fresh.3) * 0.01, arrayMap(f -> (f.1, assumeNotNull(f.3 * 8 / f.4), arrayFirst(v -> v.1 = f.1, fresh).3), standing)) AS rates,
            arrayMax(arrayConcat([toInt64(0)], fresh.2, funding.2)) AS newest_ms, if(listing = 1 AND newest_ms > 0, newest_ms, at_ms) AS seen_at,
            arrayMap(p -> (p, arrayFirst(x -> x.1 = p, places).2 AS place, arrayMax(c -> if(c.3 = p, c.6, 0), closing) >= at_ms - 900000, arrayFirst(w -> w.1 = place, weights).2),
              arrayFilter(p -> has(places.1, p), arraySort(arrayDistinct(closing.3)))) AS reporters
          FROM
          (
            SELECT *, if(NOT is_open AND arraySum(known_weights.2) = 0, arrayMap(w -> (w.1, toFloat64(1)), known_weights), known_weights) AS weights,
              arrayFilter(f -> has(fresh.1, f.1) AND ifNull(f.4 > 0, 0) AND f.2 >= at_ms - ifNull(f.4, 8) * 3600000 - 1800000
                AND NOT arrayExists(o -> o.1 = f.1 AND ifNull(NOT (abs(f.3 - o.3) <= 0.05 OR (f.3 * o.3 > 0 AND greatest(abs(f.3), abs(o.3)) <= 2 * least(abs(f.3), abs(o.3)))), 0), opinions), funding) AS standing,
              arrayConcat(arrayMap(v -> (v.5, v.1), interest), arrayMap(c -> (c.3, c.2), tellers)) AS places,
              arrayFilter(c -> c.6 > 0, if(notEmpty(own_closing), own_closing, arrayFilter(c -> c.1 IN ('liquidation', 'liquidation-window'), common_calls))) AS closing,
              arrayConcat(arrayMap(x -> (x.1, x.2), totals), watched) AS covers
            FROM
            (
              SELECT *, arrayFilter(c -> c.1 IN ('open-interest', 'open-interest-history') AND c.7 > 0, own_calls) AS tellers, arrayExists(c -> NOT has(interest.1, c.2), tellers) AS is_open,
                arrayMap(v -> (v, arrayFirst(o -> o.1 = v, interest).4), arrayDistinct(arrayConcat(interest.1, funding.1))) AS known_weights, arraySum(interest.4) AS week,
                arrayFilter(v -> v.2 >= at_ms - 1800000 AND NOT arrayExists(o -> o.1 = v.1 AND ifNull(NOT (greatest(v.3, o.2) <= 1.5 * least(v.3, o.2)
                  OR greatest(2 * v.3, o.2) <= 1.25 * least(2 * v.3, o.2)), 0), opinions), interest) AS fresh,
                multiIf(notEmpty(interest) OR notEmpty(funding) OR has(ticking, token) OR has(trading, token), 1,
                  is_told AND NOT arrayExists(c -> c.1 IN ('open-interest', 'open-interest-history', 'funding', 'funding-settled') AND NOT c.4 AND (c.6 = 0 OR at_ms - c.6 > 21600000), arrayConcat(own_calls, common_calls)), 0, 2) AS listing,
                arrayFilter(c -> c.1 IN ('liquidation', 'liquidation-window'), own_calls) AS own_closing
              FROM
              (
                SELECT token, arrayFirst(x -> x.1 = token, interest_of).2 AS interest, arrayFirst(x -> x.1 = token, funding_of).2 AS funding, arrayFirst(x -> x.1 = token, opinions_of).2 AS opinions,
                  arrayFirst(x -> x.1 = token, calls_of).2 AS own_calls, arrayFirst(x -> x.1 = '', calls_of).2 AS common_calls, arrayFirst(x -> x.1 = token, totals_of).2 AS totals,
                  arrayFirst(x -> x.1 = token, watched_of).2 AS watched, arrayFirst(x -> x.1 = token, singles_of).2 AS singles
                FROM tracked
              )
            )
          )
        )
      )
    )
  ) AS perps,
  -- What moved of bitcoin towards exchanges less what moved away: windows of its own chain that end within 24 hours, the newest of them within six.
  (
    SELECT groupArray((ended, span, net, blank))
    FROM
    (
      SELECT toUnixTimestamp64Milli(at) + max(window_s) * 1000 AS ended, max(window_s) AS span, sum(ifNull(inflow_usd, 0)) - sum(ifNull(outflow_usd, 0)) AS net,
        max((inflow_native > 0 AND inflow_usd IS NULL) OR (outflow_native > 0 AND outflow_usd IS NULL)) AS blank
      FROM exchange_flow_versions
      WHERE token = 'bitcoin' AND chain = 'btc' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 8 DAY AND at + toIntervalSecond(window_s) <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY at
    )
  ) AS windows,
  -- The last minute in which the signal rules were judged.
  (
    SELECT toUnixTimestamp64Milli(max(at))
    FROM detection_minute
    WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 11 MINUTE AND at <= {at:DateTime64(3, 'UTC')} AND written_at <= {known:DateTime64(3, 'UTC')}
  ) AS judged_ms,
  -- Signals of the last 24 hours, which is how long one lives: gravest first, then newest.
  (
    SELECT groupArray((token, id, kind, is_open))
    FROM
    (
      SELECT toString(token) AS token, id, replaceAll(toString(kind), '_', ' ') AS kind, ifNull(toUnixTimestamp64Milli(closed_at) > at_ms, 1) AND toUnixTimestamp64Milli(expires_at) > at_ms AS is_open
      FROM signal_versions
      WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        AND token IN (SELECT token FROM tracked)
      ORDER BY severity DESC, at DESC, id
    )
  ) AS fired
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
      ('/as_of', 'time', toNullable(toFloat64(arrayMin(arrayConcat([toInt64(at_ms)], moved.5)))), ''),
      ('/coverage/weight_pct', 'pct', toNullable(length(drivers) / 8 * 100), ''),
      ('/headline', 'json', NULL, multiIf(notEmpty(s[9]), toJSONString(concat(s[9][1], ': bitcoin ', s[1][1], ', ', arrayFirst(c -> c.2 = 'market/breadth/up_24h_pct', cited).7, ' of tracked tokens up over 24 hours')),
        notEmpty(drivers), toJSONString(drivers[1].2), '"unassessed"')),
      ('/summary', 'json', NULL, if(empty(drivers), '"unassessed"', toJSONString(arrayStringConcat(drivers.2, ' ')))),
      ('/direction', 'json', NULL, transform(regime, ['"risk_on"', '"risk_off"', '"mixed"'], ['"bullish"', '"bearish"', '"neutral"'], '"unassessed"')),
      ('/regime', 'json', NULL, regime),
      ('/model', 'json', NULL, '"deterministic-1"')
    ],
    if(empty(drivers), [('/drivers', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"'), ('/evidence', 'json', NULL, '"unassessed"')], arrayConcat(
      arrayFlatten(arrayMap((d, k) -> arrayConcat([(concat('/drivers/', toString(k - 1), '/text'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(d.2))],
        arrayMap((e, j) -> (concat('/drivers/', toString(k - 1), '/evidence/', toString(j - 1)), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(e)), arrayDistinct(d.3), arrayEnumerate(arrayDistinct(d.3)))), drivers, arrayEnumerate(drivers))),
      arrayFlatten(arrayMap((e, i) -> [
        (concat('/evidence/', toString(i - 1), '/id'), 'json', CAST(NULL, 'Nullable(Float64)'), concat('"E', toString(i), '"')),
        (concat('/evidence/', toString(i - 1), '/path'), 'json', NULL, toJSONString(e.2)),
        (concat('/evidence/', toString(i - 1), '/unit'), 'json', NULL, toJSONString(e.3)),
        if(e.3 = 'name', (concat('/evidence/', toString(i - 1), '/value'), 'json', NULL, toJSONString(e.5)), (concat('/evidence/', toString(i - 1), '/value'), if(e.3 = 'usd', 'usd', 'pct'), toNullable(e.4), '')),
        (concat('/evidence/', toString(i - 1), '/shown'), 'json', NULL, toJSONString(e.7))
      ], evidence, arrayEnumerate(evidence)))))
  )) AS row
  FROM
  (
    SELECT *,
      arrayFilter(d -> d.1, [
        (tells.1, if(length(s[1]) = 1, concat('Bitcoin moved ', s[1][1], ' over 24 hours.'), concat('Bitcoin moved ', s[1][1], ' and ether ', s[1][2], ' over 24 hours.')), told[1].2),
        (tells.2, concat('Of ', s[2][2], ' tracked tokens with a price then and now, ', s[2][1], ' rose over 24 hours; the median moved ', s[2][3], '.'), arrayMap(i -> told[2][i].2, [2, 1, 3])),
        (tells.3, concat('The strongest sector over 24 hours is ', s[3][1], ' (', s[3][2], '), the weakest ', s[3][3], ' (', s[3][4], ').'), told[3].2),
        (tells.4, concat('Among tracked tokens ', s[4][1], ' did best (', s[4][2], ') and ', s[4][3], ' worst (', s[4][4], ') over 24 hours.'), told[4].2),
        (tells.5, concat('Median funding is ', s[5][1], ' per 8 hours and positive for ', s[5][2], ' of tokens with a perpetual.'), told[5].2),
        (tells.6, concat('At least ', s[6][1], ' of positions in tracked tokens were closed by force over 24 hours on the venues that publish it.'), told[6].2),
        (tells.7, concat('Net flow of bitcoin to labelled exchange wallets was ', s[7][1], ' over 24 hours', if(startsWith(s[7][1], '-'), ': more left than came.', '.')), told[7].2),
        (tells.8, concat(s[8][1], ' signals fired over 24 hours; ', s[8][2], if(empty(open), ' are open.', concat(' are open, the gravest of them ', s[8][4], ' of ', s[8][3], '.'))),
          if(empty(open), told[8].2, arrayMap(i -> told[8][i].2, [1, 2, 4, 3])))
      ]) AS drivers
    FROM
    (
      SELECT *,
        arrayMap(list -> list.1, told) AS s
      FROM
      (
        SELECT *,
          arrayMap(k -> arrayFirst(c -> (c.2, c.7) = k, cited), places) AS evidence,
          arrayMap(k -> arrayMap(c -> (c.7, concat('E', toString(indexOf(places, (c.2, c.7))))), arrayFilter(c -> c.1 = k, cited)), range(1, 10)) AS told
        FROM
        (
          SELECT *,
            arrayDistinct(arrayMap(c -> (c.2, c.7), cited)) AS places
          FROM
          (
            SELECT *,
              arrayMap(n -> (n.1, n.2, n.3, n.6, n.5, printf('%.1f', n.7 + if(n.7 * 4 = floor(n.7 * 4) AND toInt64(n.7 * 4) % 2 = 1, 0.01, 0)) AS one, multiIf(n.4 = 'name', n.5, n.4 = 'int', toString(toInt64(n.6)),
                n.4 = 'usd_short', concat(if(n.6 < 0, '-$', '$'), if(n.7 >= 1000, concat(toString(toFloat64(printf('%.2e', n.7 / n.8))), transform(n.8, [1e12, 1e9, 1e6, 1e3], ['T', 'B', 'M', 'K'], '')), printf('%.0f', n.7))),
                n.4 = 'share1', concat(one, ' %'), n.4 = 'pct4', concat(if(n.7 = 0, '', if(n.6 < 0, '-', '+')), printf('%.4f', n.7), ' %'), concat(if(one = '0.0', '', if(n.6 < 0, '-', '+')), one, ' %'))), numbers) AS cited
            FROM
            (
              SELECT *,
                arrayMap(c -> (c.1, c.3, c.4, c.5, c.7, round(ifNull(c.6, 0), if(c.4 = 'usd', 2, 4)) AS rounded, abs(rounded) AS size,
                  multiIf(size >= 1e12, 1e12, size >= 1e9, 1e9, size >= 1e6, 1e6, 1e3)), arrayFilter(c -> c.2, cites)) AS numbers
              FROM
              (
                SELECT *,
                  [
                    (1, tells.1, 'state/bitcoin/market/change_24h_pct', 'pct', 'pct1', btc_change, ''),
                    (1, tells.1 AND eth_change IS NOT NULL, 'state/ethereum/market/change_24h_pct', 'pct', 'pct1', eth_change, ''),
                    (2, tells.2, 'market/breadth/up_24h_pct', 'pct', 'share1', up, ''),
                    (2, tells.2, 'market/breadth/coverage/assessed', 'count', 'int', toFloat64(length(moved)), ''),
                    (2, tells.2, 'market/breadth/median_change_24h_pct', 'pct', 'pct1', median_change, ''),
                    (3, tells.3, concat('market/sectors/', sectors[1].1, '/sector'), 'name', 'name', NULL, sectors[1].1),
                    (3, tells.3, concat('market/sectors/', sectors[1].1, '/change_24h_pct'), 'pct', 'pct1', sectors[1].2, ''),
                    (3, tells.3, concat('market/sectors/', sectors[-1].1, '/sector'), 'name', 'name', NULL, sectors[-1].1),
                    (3, tells.3, concat('market/sectors/', sectors[-1].1, '/change_24h_pct'), 'pct', 'pct1', sectors[-1].2, ''),
                    (4, tells.4, concat('state/', movers[1].1, '/token/symbol'), 'name', 'name', NULL, movers[1].2),
                    (4, tells.4, concat('state/', movers[1].1, '/market/change_24h_pct'), 'pct', 'pct1', movers[1].3, ''),
                    (4, tells.4, concat('state/', movers[-1].1, '/token/symbol'), 'name', 'name', NULL, movers[-1].2),
                    (4, tells.4, concat('state/', movers[-1].1, '/market/change_24h_pct'), 'pct', 'pct1', movers[-1].3, ''),
                    (5, tells.5, 'market/sentiment/funding_median_8h_pct', 'pct', 'pct4', arrayReduce('quantileExactInclusive(0.5)', rates), ''),
                    (5, tells.5, 'market/sentiment/funding_positive_share_pct', 'pct', 'share1', arrayCount(r -> r > 0, rates) / length(rates) * 100, ''),
                    (6, tells.6, 'market/overview/liquidations_24h_usd', 'usd', 'usd_short', closed_usd, ''),
                    (7, tells.7, 'state/bitcoin/onchain/exchange_netflow_24h_usd', 'usd', 'usd_short', net, ''),
                    (8, tells.8, 'state/*/signals/counts_24h', 'count', 'int', toFloat64(length(fired)), ''),
                    (8, tells.8, 'state/*/signals/open', 'count', 'int', toFloat64(length(open)), ''),
                    (8, tells.8 AND notEmpty(open), concat('state/', open[1].1, '/token/symbol'), 'name', 'name', NULL, arrayFirst(m -> m.1 = open[1].1, moves).2),
                    (8, tells.8 AND notEmpty(open), concat('state/', open[1].1, '/signals/open/', toString(open[1].2), '/kind'), 'name', 'name', NULL, open[1].3),
                    (9, tells.1 AND up IS NOT NULL, 'market/pulse/regime', 'name', 'name', NULL, transform(regime, ['"risk_on"', '"risk_off"'], ['Risk on', 'Risk off'], 'Mixed'))
                  ] AS cites
                FROM
                (
                  SELECT *,
                    (btc_change IS NOT NULL, median_change IS NOT NULL, length(sectors) > 1, length(movers) > 1, has_rates, closed_usd IS NOT NULL, net IS NOT NULL, is_judged) AS tells
                  FROM
                  (
                    SELECT *,
                      round(if(ifNull(closed_share >= 0.6, 0), toNullable(arraySum(arrayMap(p -> assumeNotNull(p.7), closed))), NULL), 2) AS closed_usd,
                      arraySort(s -> (-s.2, s.1), arrayFilter(s -> isFinite(s.2), changes)) AS sectors
                    FROM
                    (
                      SELECT *,
                        multiIf(btc_change IS NULL OR up IS NULL, '"unassessed"', btc_change > 1 AND up > 60, '"risk_on"', btc_change < -1 AND up < 40, '"risk_off"', '"mixed"') AS regime,
                        notEmpty(rates) AND length(rates) >= length(expected) * 0.6 AS has_rates,
                        if(empty(closed), NULL, toNullable(if(arraySum(expected.5) > 0, arraySum(closed.5) / arraySum(expected.5), length(closed) / length(expected)))) AS closed_share,
                        round(if(until >= at_ms - 21600000 AND arraySum(inside.2) >= 86400 AND arrayMax(inside.4) = 0, toNullable(arraySum(inside.3)), NULL), 2) AS net,
                        if(up IS NULL, NULL, toNullable(arrayReduce('quantileExactInclusive(0.5)', movers.3))) AS median_change,
                        arrayMap(p -> (p.1, round((arraySum(c -> ifNull(c.2, 0), p.2) / arraySum(c -> ifNull(c.2 / (1 + c.3 / 100), 0), p.2) - 1) * 100, 4)),
                          arrayFilter(p -> p.5, portfolios)) AS changes
                      FROM
                      (
                        SELECT *,
                          if(length(moved) >= universe * 0.6, arrayCount(m -> ifNull(round(m.6, 4) > 0, 0), moved) / length(moved) * 100, NULL) AS up,
                          arraySort(m -> (-m.3, m.1), arrayMap(m -> (m.1, m.2, assumeNotNull(round(m.6, 4))), moved)) AS movers,
                          arrayMap(p -> assumeNotNull(p.6), arrayFilter(p -> p.6 IS NOT NULL, expected)) AS rates,
                          arrayFilter(p -> p.7 IS NOT NULL, expected) AS closed,
                          arrayFilter(w -> w.1 > until - 86400000, windows) AS inside,
                          arrayMap(name -> (name, arrayFilter(c -> c.2 IS NOT NULL AND c.3 IS NOT NULL, arrayFilter(c -> c.1 = name, caps) AS own) AS held, length(own), arraySum(c -> ifNull(c.4, 0), own) AS whole, notEmpty(held)
                            AND NOT arrayExists(c -> (c.2 IS NULL OR c.3 IS NULL) AND c.4 IS NULL, own) AND if(whole > 0, arraySum(c -> ifNull(c.4, 0), held) / whole, length(held) / length(own)) >= 0.6), arrayDistinct(caps.1)) AS portfolios
                        FROM
                        (
                          SELECT *,
                            arrayFilter(m -> m.6 IS NOT NULL, moves) AS moved,
                            toFloat64(length(moves)) AS universe,
                            arrayFirst(m -> m.1 = 'bitcoin', moves).6 AS btc_change,
                            arrayFilter(s -> s.4, fired) AS open,
                            judged_ms >= at_ms - 600000 AS is_judged,
                            arrayFilter(p -> p.2 != 0, perps) AS expected,
                            arrayFirst(m -> m.1 = 'ethereum', moves).6 AS eth_change,
                            arrayMax(arrayConcat([toInt64(0)], windows.1)) AS until,
                            arrayMap(m -> (m.3, if(arrayExists(c -> c.1 = m.1 AND c.3, coins) AND NOT (has(said.1, m.1) AND ifNull(abs(arrayFirst(c -> c.1 = m.1, coins).2 - arrayFirst(c -> c.1 = m.1, said).2)
                              > 0.05 * greatest(abs(arrayFirst(c -> c.1 = m.1, coins).2), abs(arrayFirst(c -> c.1 = m.1, said).2)), 0)), m.4 * arrayFirst(c -> c.1 = m.1, coins).2, NULL) AS cap, m.6, if(ifNull(cap, 0) > 0, cap, if(has(coins.1, m.1), arrayFirst(c -> c.1 = m.1, coins).4 * (arrayFirst(x -> x.1 = m.1, said).2 AS other_coins, arrayFirst(c -> c.1 = m.1, coins).2 AS told_coins, if(ifNull(other_coins, 0) > told_coins, other_coins, told_coins)).3, NULL))), moves) AS caps
                          FROM
                          (
                            SELECT at_ms, moves, coins, said, perps, windows, judged_ms, fired
                          )
                        )
                      )
                    )
                  )
                )
              )
            )
          )
        )
      )
    )
  )
)

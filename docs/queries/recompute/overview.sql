-- Market section overview: every quantity of it at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Sums over tokens count where those that carry them hold 60 % of the mean open interest of seven days of all that have a perpetual; the
-- whole market is a directory's, which a second one may contradict (a total by five per cent, a share by three points); forced closures are of
-- venues that were watched throughout.
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
  -- The whole market by each directory: when it was read, its total, volume, shares of both coins, own change of a day, and totals of an hour, a day and a week before.
  (
    SELECT groupArray((who, read_ms, said.1, said.2, said.3, said.4, said.5, hour, day, week))
    FROM
    (
      SELECT who, any(newest) AS read_ms, argMax((cap, volume, btc, eth, change), (ms, read, stored)) AS said, argMaxOrNullIf(cap, (ms, read, stored), ms <= newest - 3600000 AND ms > newest - 4500000) AS hour,
        argMaxOrNullIf(cap, (ms, read, stored), ms <= newest - 86400000 AND ms > newest - 87300000) AS day, argMaxOrNullIf(cap, (ms, read, stored), ms <= newest - 604800000 AND ms > newest - 612000000) AS week
      FROM
      (
        SELECT toString(provider) AS who, toUnixTimestamp64Milli(at) AS ms, retrieved_at AS read, stored_at AS stored, total_market_cap_usd AS cap, volume_24h_usd AS volume, btc_dominance_pct AS btc,
          eth_dominance_pct AS eth, change_24h_pct AS change, max(toUnixTimestamp64Milli(at)) OVER (PARTITION BY provider) AS newest
        FROM global_market_versions
        WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 11 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      GROUP BY who
      ORDER BY who
    )
  ) AS directories,
  (
    SELECT (toUnixTimestamp64Milli(max(at)), argMax((supply_usd, supply_24h_ago_usd, supply_7d_ago_usd), (at, retrieved_at, stored_at)))
    FROM stablecoin_supply_versions
    WHERE token = 'all' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS stable,
  -- Value locked on all chains that the provider lists.
  (
    SELECT (toUnixTimestamp64Milli(max(at)), argMax(tvl_usd, at))
    FROM chain_tvl_versions
    WHERE chain = 'all' AND at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY AND at <= {at:DateTime64(3, 'UTC')}
      AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
  ) AS locked
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
      ('/as_of', 'time', toNullable(toFloat64(arrayMin(arrayConcat([toInt64(at_ms)], held.3, first.2, second.2)))), ''),
      ('/coverage/weight_pct', 'pct', shares[1] * 100, ''),
      ('/total_market_cap_usd', 'usd', total, ''),
      ('/change_1h_pct', 'pct', (total / first[1].8 - 1) * 100, ''),
      ('/change_24h_pct', 'pct', if(first[1].9 IS NULL, if(total IS NULL, NULL, first[1].7), (total / first[1].9 - 1) * 100), ''),
      ('/change_7d_pct', 'pct', (total / first[1].10 - 1) * 100, ''),
      ('/volume_24h_usd', 'usd', if(empty(first), NULL, first[1].4), ''),
      ('/btc_dominance_pct', 'pct', dominance[1], ''),
      ('/eth_dominance_pct', 'pct', dominance[2], ''),
      ('/stablecoin_market_cap_usd', 'usd', if(stable.1 >= at_ms - 43200000, toNullable(stable.2.1), NULL), ''),
      ('/defi_tvl_usd', 'usd', if(locked.1 >= at_ms - 43200000, toNullable(locked.2), NULL), ''),
      ('/total_open_interest_usd', 'usd', if(ifNull(shares[1] >= 0.6, 0), toNullable(held_usd), NULL), ''),
      ('/liquidations_24h_usd', 'usd', if(ifNull(shares[2] >= 0.6, 0), toNullable(arraySum(arrayMap(p -> assumeNotNull(p.7), closed))), NULL), ''),
      ('/liquidations_24h_open_interest_share_pct', 'pct', if(empty(closed), NULL, toNullable(arraySum(p -> p.9 * p.5, closed) / week)), ''),
      ('/funding_8h_pct', 'pct', if(notEmpty(funded) AND funded_usd >= held_usd * 0.6, toNullable(arraySum(p -> assumeNotNull(p.6) * assumeNotNull(p.4), funded) / funded_usd), NULL), ''),
      ('/regime', 'json', NULL, regime),
      ('/tracked_tokens', 'whole', toNullable(universe), '')
    ],
    if(empty(closing_venues), [('/liquidations_24h_venues', 'json', CAST(NULL, 'Nullable(Float64)'), if(empty(closed), '"unassessed"', '[]'))],
      arrayMap((v, i) -> (concat('/liquidations_24h_venues/', toString(i - 1)), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(v)), closing_venues, arrayEnumerate(closing_venues)))
  )) AS row
  FROM
  (
    SELECT *,
      arraySum(arrayMap(p -> assumeNotNull(p.4), funded)) AS funded_usd,
      notEmpty(first) AND notEmpty(second) AS are_two,
      if(empty(first) OR (are_two AND abs(first[1].3 - second[1].3) > 0.05 * greatest(abs(first[1].3), abs(second[1].3))), NULL, toNullable(first[1].3)) AS total,
      arrayMap(k -> (if(k = 1, first[1].5, first[1].6) AS own, if(k = 1, second[1].5, second[1].6) AS other, if(empty(first) OR (are_two AND ifNull(abs(own - other) > 3, 0)), NULL, own)).3, [1, 2]) AS dominance
    FROM
    (
      SELECT *,
        multiIf(btc_change IS NULL OR up IS NULL, '"unassessed"', btc_change > 1 AND up > 60, '"risk_on"', btc_change < -1 AND up < 40, '"risk_off"', '"mixed"') AS regime,
        arraySlice(arrayFilter(d -> NOT has(first.1, d.1), counting), 1, 1) AS second,
        arrayFilter(p -> p.6 IS NOT NULL, held) AS funded,
        arraySum(arrayMap(p -> assumeNotNull(p.4), held)) AS held_usd,
        arraySort(arrayDistinct(arrayFlatten(closed.8))) AS closing_venues,
        arrayMap(some -> if(empty(some), NULL, toNullable(if(week > 0, arraySum(some.5) / week, length(some) / length(expected)))), [held, closed]) AS shares
      FROM
      (
        SELECT *,
          if(length(moved) >= universe * 0.6, arrayCount(m -> ifNull(round(m.6, 4) > 0, 0), moved) / length(moved) * 100, NULL) AS up,
          arraySlice(arrayFilter(d -> endsWith(d.1, 'coingecko'), counting), 1, 1) AS first,
          arrayFilter(p -> p.4 IS NOT NULL, expected) AS held,
          arrayFilter(p -> p.7 IS NOT NULL, expected) AS closed,
          arraySum(expected.5) AS week
        FROM
        (
          SELECT *,
            arrayFilter(m -> m.6 IS NOT NULL, moves) AS moved,
            toFloat64(length(moves)) AS universe,
            arrayFirst(m -> m.1 = 'bitcoin', moves).6 AS btc_change,
            arrayFilter(d -> d.2 >= at_ms - 7200000, directories) AS counting,
            arrayFilter(p -> p.2 != 0, perps) AS expected
          FROM
          (
            SELECT moves, perps, directories, stable, locked
          )
        )
      )
    )
  )
)

-- Market section rankings: every list of it at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- A token is in a list where its own section carries the number; each number is that of the sections market, derivatives and onchain,
-- made of the same readings by the same rules; of flows one side of zero is in each list; ties go by market cap, then id.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  intDiv(at_ms, 3600000) * 3600000 AS hour_ms,
  -- By token and venue the last 24 hours of minutes, counted back from the venue's own newest close: that close, and what each hour holds.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, last, newest_close, hours)) AS list
      FROM
      (
        SELECT token, venue, any(latest) AS last, argMax(lag_close, lag_closed) AS newest_close, groupArray((lag, minutes, traded)) AS hours
        FROM
        (
          SELECT token, venue, lag, any(newest) AS latest, argMax(close, closed) AS lag_close, max(closed) AS lag_closed, count() AS minutes, sum(volume_usd) AS traded
          FROM
          (
            SELECT toString(token) AS token, toString(venue) AS venue, close, volume_usd, toUnixTimestamp64Milli(open_at) + 60000 AS closed,
              max(toUnixTimestamp64Milli(open_at) + 60000) OVER (PARTITION BY token, venue) AS newest, toUInt8(intDiv(newest - closed, 3600000)) AS lag
            FROM venue_candle_versions
            WHERE interval_s = 60 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1456 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE
              AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
          )
          WHERE newest >= at_ms - 900000 AND closed > newest - 86400000
          GROUP BY token, venue, lag
        )
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
  -- By token the median over venues of the closes of the last 25 completed hours, each with how many hours ago it was.
  (
    SELECT groupArray((token, closes))
    FROM
    (
      SELECT token, groupArray((lag, close)) AS closes
      FROM
      (
        SELECT toString(token) AS token, toInt64(intDiv(hour_ms - toUnixTimestamp64Milli(open_at), 3600000)) - 1 AS lag, quantileExactInclusive(0.5)(close) AS close
        FROM venue_candle_versions
        WHERE interval_s = 3600 AND market = 'spot' AND open_at >= fromUnixTimestamp64Milli(hour_ms, 'UTC') - INTERVAL 25 HOUR AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR
          AND stored_at <= {known_hours:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_hours:DateTime64(3, 'UTC')})
        GROUP BY token, lag
      )
      GROUP BY token
    )
  ) AS hours_of,
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
  -- Open interest by token and venue, now, its mean of seven days, and four hours before its newest reading, with who tells it.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, newest, usd_now, mean, who, before)) AS list
      FROM
      (
        SELECT token, venue, any(last) AS newest, argMax(usd, ms) AS usd_now, avg(usd) AS mean, any(provider) AS who,
          argMaxOrNullIf(usd, ms, ms <= last - 14400000 AND ms > last - 18000000) AS before
        FROM
        (
          SELECT toString(token) AS token, toString(venue) AS venue, toString(provider) AS provider, toUnixTimestamp64Milli(at) AS ms, open_interest_usd AS usd, max(ms) OVER (PARTITION BY token, venue) AS last
          FROM open_interest_versions
          WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 7 DAY AND at <= {at:DateTime64(3, 'UTC')}
            AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        )
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
  -- token, whether it has a perpetual (2: not known), as of, open interest, its mean of seven days, funding of eight hours, forced closures of 24 hours, change of open interest in four hours
  (
    SELECT groupArray((token, listing, seen_at, usd, week, funding_8h, closed, change_4h))
    FROM
    (
      SELECT *,
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
        arrayFilter(v -> v.6 IS NOT NULL, fresh) AS pairs,
        round(if(notEmpty(pairs) AND NOT is_open AND arraySum(w -> if(has(pairs.1, w.1), w.2, 0), weights) / whole >= 0.6, (arraySum(pairs.3) / arraySum(v -> ifNull(v.6, 0), pairs) - 1) * 100, NULL), 4) AS change_4h,
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
  -- Windows of eight days by token and chain: newest end, and of the last 31 hours each end, length, what moved net and whether unpriced.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((name, newest, windows)) AS list
      FROM
      (
        SELECT token, name, max(ended) AS newest, groupArrayIf((ended, span, net, blank), ended > at_ms - 111600000) AS windows
        FROM
        (
          SELECT toString(token) AS token, toString(chain) AS name, toUnixTimestamp64Milli(at) + max(window_s) * 1000 AS ended, max(window_s) AS span,
            sum(ifNull(inflow_usd, 0)) - sum(ifNull(outflow_usd, 0)) AS net, max((inflow_native > 0 AND inflow_usd IS NULL) OR (outflow_native > 0 AND outflow_usd IS NULL)) AS blank
          FROM exchange_flow_versions
          WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 8 DAY AND at + toIntervalSecond(window_s) <= {at:DateTime64(3, 'UTC')}
            AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
          GROUP BY token, name, at
        )
        GROUP BY token, name
      )
      GROUP BY token
    )
  ) AS scans_of,
  -- Whole days of five weeks of tokens on several chains, with what moved on each.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((name, days)) AS list
      FROM
      (
        SELECT token, name, groupArray((day, amount)) AS days
        FROM
        (
          SELECT token, name, day, sum(amount) AS amount
          FROM
          (
            SELECT toString(token) AS token, toString(chain) AS name, toUInt32(toDate(at)) AS day, max(window_s) AS span, sum(inflow_native + outflow_native) AS amount
            FROM exchange_flow_versions
            WHERE token IN (SELECT token FROM tracked WHERE length(arrayIntersect(arrayConcat([native], mapKeys(contracts)), ['eth', 'bsc', 'btc', 'sol', 'ada'])) > 1)
              AND at >= toStartOfDay({at:DateTime64(3, 'UTC')}) - INTERVAL 35 DAY AND at + toIntervalSecond(window_s) <= {at:DateTime64(3, 'UTC')}
              AND stored_at <= {known_flow_days:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_flow_days:DateTime64(3, 'UTC')})
            GROUP BY token, name, day, at
          )
          GROUP BY token, name, day
          HAVING sum(span) >= 86400
        )
        GROUP BY token, name
      )
      GROUP BY token
    )
  ) AS days_of,
  -- What labelled wallets hold of each token by chain, as read last.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((name, held)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(chain) AS name, toUnixTimestamp64Milli(at) AS ms, sum(reserve_native) AS held
        FROM chain_reserve_versions
        WHERE (at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY OR (at > {at:DateTime64(3, 'UTC')} - INTERVAL 8 DAY AND at < {at:DateTime64(3, 'UTC')} - INTERVAL 6 DAY))
          AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY token, name, ms
        ORDER BY ms DESC
        LIMIT 1 BY token, name
      )
      GROUP BY token
    )
  ) AS wallets_of,
  -- Of each token what moved towards exchanges less what moved away in 24 hours, over chains whose day was scanned whole where they carry 60 % of what moves.
  (
    SELECT groupArray((token, round(if(share >= 0.6 AND NOT has(whole.4, 1), toNullable(arraySum(whole.3)), NULL), 2)))
    FROM
    (
      SELECT *, if(empty(whole) OR (native != '' AND NOT has(whole.1, native)), 0, if(arrayAll(c -> has(whole.1, c), moving), 1,
        if(empty(weights), 0, arraySum((c, w) -> if(has(whole.1, c), w, 0), moving, weights) / arraySum(weights)))) AS share
      FROM
      (
        SELECT *, multiIf(arraySum(moved) > 0, moved, arrayAll(c -> has(wallets.1, c), moving) AND arraySum(held) > 0, held, []) AS weights
        FROM
        (
          SELECT *, arrayMap(list -> if(last_day = 0, 0, arraySum(x -> if(x.1 <= last_day AND x.1 > last_day - 7, x.2, 0), list)), days) AS moved, arrayMap(c -> arrayFirst(w -> w.1 = c, wallets).2, moving) AS held,
            arrayFilter(s -> s.2, arrayMap(s -> (arrayFilter(w -> w.1 <= until AND w.1 > until - 86400000, s.3) AS inside, (s.1, arraySum(inside.2) >= 86400, arraySum(inside.3),
              arrayMax(arrayConcat([toUInt8(0)], inside.4)))).2, live)) AS whole
          FROM
          (
            SELECT *, arrayFirst(d -> arrayAll(back -> has(common, d - back), range(7)), common) AS last_day
            FROM
            (
              SELECT *, arrayFilter(d -> arrayAll(list -> has(list.1, d), days), arrayReverseSort(days[1].1)) AS common, arrayMin(arrayConcat([at_ms], live.2)) AS until
              FROM
              (
                SELECT *, arrayMap(c -> arrayFirst(d -> d.1 = c, own_days).2, moving) AS days
                FROM
                (
                  SELECT token, native, arrayFilter(c -> c IN ('eth', 'bsc', 'btc', 'sol', 'ada'), arrayDistinct(arrayConcat(if(native = '', [], [native]), mapKeys(contracts)))) AS scanned,
                    arrayFirst(s -> s.1 = token, scans_of).2 AS scans, arrayFilter(s -> s.2 >= at_ms - 21600000, scans) AS live, arrayDistinct(arrayConcat(scanned, scans.1)) AS moving,
                    arrayFirst(x -> x.1 = token, days_of).2 AS own_days, arrayFirst(w -> w.1 = token, wallets_of).2 AS wallets
                  FROM tracked
                )
              )
            )
          )
        )
      )
    )
  ) AS nets,
  -- token, symbol, instant, change of 24 hours, market cap, volume of the last hour over the median hour, volatility of 24 hours
  (
    SELECT groupArray((token, symbol, at_instant, change, ifNull(round(cap, 2), 0), ratio_1h, volatility))
    FROM
    (
      SELECT *, round(if(by_hour[1].2 >= 0.6 AND length(whole_hours) >= 22, toNullable(by_hour[1].1 / arrayReduce('quantileExactInclusive(0.5)', whole_hours)), NULL), 6) AS any_ratio,
        if(ifNull(isFinite(any_ratio), 0), any_ratio, NULL) AS ratio_1h, round(if(length(logs) >= 21.6, toNullable(arrayReduce('stddevSampStable', logs) * sqrt(8760) * 100), NULL), 4) AS volatility,
        round(if(has(day_before.1, token), (price / arrayFirst(p -> p.1 = token, day_before).2 - 1) * 100, NULL), 4) AS change,
        if(has(coins.1, token) AND NOT (has(said.1, token) AND ifNull(abs(own_coins - said_coins) > 0.05 * greatest(abs(own_coins), abs(said_coins)), 0)), price * own_coins, NULL) AS cap
      FROM
      (
        SELECT *, arrayFilter(h -> h.2 >= 0.6, by_hour).1 AS whole_hours, if(n > 0 AND arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1))), arrayReduce('quantileExactInclusive(0.5)', closes), NULL) AS price
        FROM
        (
          SELECT *, arrayMap(k -> (arrayFlatten(arrayMap(v -> arrayMap(h -> (v.1, h.3), arrayFilter(h -> h.1 = k AND h.2 >= 54, v.4)), list)) AS full, (arraySum(full.2),
              arraySum(w -> if(has(full.1, w.1), w.2, 0), weights) / arraySum(weights.2))).2, range(24)) AS by_hour,
            arrayFilter(x -> isFinite(x), arrayMap((a, b) -> log(a / b), arraySlice(series, 1, 24), arraySlice(series, 2, 24))) AS logs, toUInt32(length(closes)) AS n
          FROM
          (
            SELECT *, if(arraySum(known_weights.2) > 0, known_weights, arrayMap(w -> (w.1, toFloat64(1)), known_weights)) AS weights, arrayMap(k -> arrayFirst(h -> h.1 = k, hourly).2, range(25)) AS series,
              if(notEmpty(list), arrayMax(list.2), at_ms) AS at_instant
            FROM
            (
              SELECT token, symbol, arrayFirst(m -> m.1 = token, minutes_of).2 AS list, arraySort(list.3) AS closes, arrayFirst(x -> x.1 = token, weeks_of).2 AS week,
                arrayConcat(week, arrayMap(v -> (v.1, toFloat64(0)), arrayFilter(v -> NOT has(week.1, v.1), list))) AS known_weights, arrayFirst(h -> h.1 = token, hours_of).2 AS hourly,
                arrayFirst(c -> c.1 = token, coins).2 AS own_coins, arrayFirst(c -> c.1 = token, said).2 AS said_coins
              FROM tracked
            )
          )
        )
      )
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
      ('/as_of', 'time', toNullable(toFloat64(arrayMin(arrayConcat([toInt64(at_ms)], moved.3)))), ''),
      ('/coverage/weight_pct', 'pct', toNullable(arraySum(l -> length(l.3), lists) / applying * 100), '')
    ],
    arrayFlatten(arrayMap(r -> if(empty(r.2), [(concat('/', r.1), 'json', CAST(NULL, 'Nullable(Float64)'), if(r.3, '"unassessed"', '[]'))], arrayFlatten(arrayMap((x, i) -> [
      (concat('/', r.1, '/', toString(i - 1), '/token'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(x.1)),
      (concat('/', r.1, '/', toString(i - 1), '/symbol'), 'json', NULL, toJSONString(x.2)),
      (concat('/', r.1, '/', toString(i - 1), '/value'), multiIf(r.1 = 'volume_ratio_1h', 'ratio', r.1 IN ('liquidations_24h', 'netflow_in_24h', 'netflow_out_24h'), 'usd', 'pct'), x.4, ''),
      (concat('/', r.1, '/', toString(i - 1), '/rank'), 'whole', toNullable(toFloat64(i)), '')
    ], r.2, arrayEnumerate(r.2)))), ranked))
  )) AS row
  FROM
  (
    SELECT *,
      arrayMap(l -> (l.1, arraySlice(arraySort(x -> (l.2 * assumeNotNull(x.4), -x.3, x.1), arrayFilter(x -> NOT startsWith(l.1, 'netflow') OR ifNull(x.4 * l.2 < 0, 0), l.3)), 1, 10), empty(l.3)), lists) AS ranked
    FROM
    (
      SELECT *,
        arrayMap(m -> (m.1, m.2, arrayFilter(x -> x.4 IS NOT NULL, arrayMap((t, x) -> (t.1, t.2, t.5, x), tokens, m.3))), measures) AS lists
      FROM
      (
        SELECT *,
          [
            ('gainers_24h', -1, arrayMap(t -> t.4, tokens)), ('losers_24h', 1, arrayMap(t -> t.4, tokens)), ('volume_ratio_1h', -1, arrayMap(t -> t.6, tokens)),
            ('oi_change_4h', -1, arrayMap(t -> arrayFirst(p -> p.1 = t.1, perps).8, tokens)), ('funding_highest', -1, arrayMap(t -> arrayFirst(p -> p.1 = t.1, perps).6, tokens)),
            ('funding_lowest', 1, arrayMap(t -> arrayFirst(p -> p.1 = t.1, perps).6, tokens)), ('liquidations_24h', -1, arrayMap(t -> arrayFirst(p -> p.1 = t.1, perps).7, tokens)),
            ('netflow_in_24h', -1, arrayMap(t -> arrayFirst(p -> p.1 = t.1, nets).2, tokens)), ('netflow_out_24h', 1, arrayMap(t -> arrayFirst(p -> p.1 = t.1, nets).2, tokens)),
            ('volatility_24h', -1, arrayMap(t -> t.7, tokens))
          ] AS measures,
          arrayFilter(t -> t.4 IS NOT NULL, tokens) AS moved,
          6 * length(tokens) + 4 * arrayCount(p -> p.2 != 0, perps) AS applying
        FROM
        (
          SELECT tokens, perps, nets
        )
      )
    )
  )
)

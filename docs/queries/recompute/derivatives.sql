-- State section derivatives: every quantity of it for a token at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Venues weigh by their mean open interest of seven days; a figure over them counts where they hold 60 % of that weight. A
-- figure that a second provider contradicts is nobody's. Forced closures count where they were read throughout.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- How each source was doing in the last two hours, by what was asked of it.
  (
    SELECT groupArray((provider, kind, token, first_ms, last_ok, last_ms, ok_ms, kept_ms, who))
    FROM
    (
      SELECT toString(provider) AS provider, substring(source, position(source, '-') + 1) AS kind, toString(token) AS token, endpoint,
        toUnixTimestamp64Milli(min(responded_at)) AS first_ms, argMax(outcome, (responded_at, id)) = 'ok' AS last_ok,
        toUnixTimestamp64Milli(max(responded_at)) AS last_ms, toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok')) AS ok_ms,
        toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok' AND rows > 0)) AS kept_ms,
        substring(source, 1, position(source, '-') - 1) AS who
      FROM source_call
      WHERE (token IN ({token:String}, '') OR source LIKE '%-open-interest%')
        AND requested_at > fromUnixTimestamp64Milli(intDiv(at_ms - 180000, 600000) * 600000 - 7200000, 'UTC')
        AND requested_at <= {at:DateTime64(3, 'UTC')} AND responded_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY provider, source, token, endpoint
    )
  ) AS all_calls,
  -- By venue its newest close and what it traded in the 24 hours to it.
  (
    SELECT groupArray((venue, traded, newest, newest_close, minutes))
    FROM
    (
      SELECT toString(venue) AS venue, any(last) AS newest, argMax(close, closed) AS newest_close, count() AS minutes, sum(volume_usd) AS traded
      FROM
      (
        SELECT venue, close, volume_usd, toUnixTimestamp64Milli(open_at) + 60000 AS closed, max(closed) OVER (PARTITION BY venue) AS last
        FROM venue_candle_versions
        WHERE token = {token:String} AND interval_s = 60 AND market = 'spot'
          AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1456 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      WHERE last >= at_ms - 900000 AND closed > last - 86400000
      GROUP BY venue
    )
  ) AS venues,
  -- What each venue traded in seven days of completed hours.
  (
    SELECT groupArray((venue, usd))
    FROM
    (
      SELECT toString(venue) AS venue, sum(volume_usd) AS usd
      FROM venue_candle_versions
      WHERE token = {token:String} AND interval_s = 3600 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 169 HOUR
        AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR
        AND stored_at <= {known_weights:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_weights:DateTime64(3, 'UTC')})
      GROUP BY venue
    )
  ) AS week,
  -- What venues say of their day; of spot those whose candles are not read count as they say it themselves.
  (
    SELECT groupArray((venue, usd, read_ms, market))
    FROM
    (
      SELECT toString(venue) AS venue, market, argMax(volume_24h_usd, (at, retrieved_at, stored_at)) AS usd, toUnixTimestamp64Milli(max(at)) AS read_ms
      FROM ticker_versions
      WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY
        AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY venue, market
    )
  ) AS all_tickers,
  -- Supply, rank and all-time high, and a second directory's word on supplies: five per cent apart is nobody's.
  (
    SELECT (count(), max((at, retrieved_at, stored_at)) AS of, argMax((rank, circulating_native, total_native, max_native, ath_usd, toUnixTimestamp64Milli(ath_at)), (at, retrieved_at, stored_at)) AS row,
      toUnixTimestamp64Milli(of.1))
    FROM coin_market_versions
    WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 DAY AND at <= {at:DateTime64(3, 'UTC')}
      AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS coin_read,
  (
    SELECT (max(at) >= {at:DateTime64(3, 'UTC')} - INTERVAL 2 HOUR AND count() > 0, argMax((circulating_native, total_native, max_native), (at, retrieved_at, stored_at)))
    FROM coin_opinion_versions
    WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')}
      AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS opinion,
  -- A second provider's open interest and funding.
  (
    SELECT groupArray((venue, read_ms, last))
    FROM
    (
      SELECT toString(venue) AS venue, toUnixTimestamp64Milli(max(at)) AS read_ms, argMax((open_interest_usd, rate_pct), (at, retrieved_at, stored_at)) AS last
      FROM perp_opinion_versions
      WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 6 HOUR AND at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY venue
      ORDER BY venue
    )
  ) AS all_opinions,
  -- Open interest of each venue now and one, four and twenty-four hours before its newest reading.
  (
    SELECT groupArray((venue, read_ms, usd, mean, who, arrayMap((ago, span) -> arrayLast(x -> x.1 <= read_ms - ago AND x.1 > read_ms - ago - span, series).2,
      [3600000, 14400000, 86400000], [900000, 3600000, 3600000])))
    FROM
    (
      SELECT toString(venue) AS venue, toString(any(provider)) AS who, toUnixTimestamp64Milli(max(at)) AS read_ms,
        argMax(open_interest_usd, at) AS usd, avg(open_interest_usd) AS mean,
        arraySort(x -> x.1, groupArrayIf((toUnixTimestamp64Milli(at), toNullable(open_interest_usd)), at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1541 MINUTE)) AS series
      FROM open_interest_versions
      WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 7 DAY AND at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY venue
      ORDER BY venue
    )
  ) AS interest,
  -- Funding as it stands, which counts for its interval and half an hour.
  (
    SELECT groupArray((venue, read_ms, last.1, last.2, last.3, toUnixTimestamp64Milli(last.4), last.5, last.6))
    FROM
    (
      SELECT toString(venue) AS venue, toUnixTimestamp64Milli(max(at)) AS read_ms,
        argMax((symbol, rate_pct, interval_hours, next_funding_at, mark_price_usd, index_price_usd), (at, retrieved_at, stored_at)) AS last
      FROM funding_rate_versions
      WHERE token = {token:String} AND kind = 'current' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 2 DAY AND at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY venue
      ORDER BY venue
    )
  ) AS funding,
  -- What venues settled in each eight hours of ninety days.
  (
    SELECT groupArray(list)
    FROM
    (
      SELECT groupArray((venue, mean)) AS list
      FROM
      (
        SELECT toString(venue) AS venue, intDiv(toUnixTimestamp64Milli(at), 28800000) AS span, avg(assumeNotNull(rate_pct * 8 / interval_hours)) AS mean
        FROM funding_rate_versions
        WHERE token = {token:String} AND kind = 'settled' AND interval_hours > 0 AND at > toStartOfHour({at:DateTime64(3, 'UTC')}) - INTERVAL 90 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known_funding:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_funding:DateTime64(3, 'UTC')})
        GROUP BY venue, span
      )
      GROUP BY span
    )
  ) AS settled,
  -- Ratios of accounts: that of the venue with the most open interest among those that tell the kind, while it is read.
  (
    SELECT groupArray((venue, kind, ratio, read_ms))
    FROM
    (
      SELECT toString(venue) AS venue, toString(kind) AS kind, argMax(ratio, (at, retrieved_at, stored_at)) AS ratio, toUnixTimestamp64Milli(max(at)) AS read_ms
      FROM long_short_versions
      WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY venue, kind
    )
  ) AS read_ratios,
  -- Taker buys of the hour that ends with each venue's newest window, which must be whole.
  (
    SELECT groupArray((venue, bought))
    FROM
    (
      SELECT venue, sum(buy) / (sum(buy) + sum(sell)) AS bought
      FROM
      (
        SELECT toString(venue) AS venue, window_s, buy, sell, toUnixTimestamp64Milli(at) + window_s * 1000 AS ended, max(ended) OVER (PARTITION BY venue) AS newest
        FROM taker_volume_versions
        WHERE token = {token:String} AND window_s <= 3600 AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY
          AND at + toIntervalSecond(window_s) <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      WHERE newest >= at_ms - 1800000 AND ended > newest - 3600000
      GROUP BY venue
      HAVING sum(window_s) >= 3240 AND sum(buy) + sum(sell) > 0
    )
  ) AS read_takers,
  -- Volume: a venue's word on its day, or its last 24 completed hours.
  (
    SELECT groupArray((venue, usd, hours, close_ms))
    FROM
    (
      SELECT toString(venue) AS venue, sum(volume_usd) AS usd, count() AS hours, toUnixTimestamp64Milli(max(open_at)) + 3600000 AS close_ms
      FROM venue_candle_versions
      WHERE token = {token:String} AND interval_s = 3600 AND market = 'perp' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 25 HOUR
        AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR
        AND stored_at <= {known_perp_hours:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_perp_hours:DateTime64(3, 'UTC')})
      GROUP BY venue
    )
  ) AS perp_hours,
  (
    SELECT groupArray((venue, read_ms, last))
    FROM
    (
      SELECT toString(venue) AS venue, toUnixTimestamp64Milli(max(at)) AS read_ms, argMax((volatility_30d_pct), (at, retrieved_at, stored_at)) AS last
      FROM implied_volatility_versions
      WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY venue
      ORDER BY venue
    )
  ) AS indices,
  (
    SELECT groupArray((who, seconds, longs, shorts))
    FROM
    (
      SELECT toString(provider) AS who, toString(venue) AS venue, [sumIf(window_s, recent), sum(window_s)] AS seconds,
        [sumIf(long_usd, recent), sum(long_usd)] AS longs, [sumIf(short_usd, recent), sum(short_usd)] AS shorts
      FROM
      (
        SELECT *, at >= toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 HOUR AS recent
        FROM liquidation_window_versions
        WHERE token = {token:String} AND at >= toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      GROUP BY provider, venue
      ORDER BY venue
    )
  ) AS totals,
  (
    SELECT groupArray((who, seconds))
    FROM
    (
      SELECT toString(provider) AS who, venue, [toUInt64(toUInt32(intervalLengthSumIf(greatest(starts, at_ms - 3600000), ends, ends > at_ms - 3600000) / 1000)),
        toUInt64(toUInt32(intervalLengthSum(greatest(starts, at_ms - 86400000), ends) / 1000))] AS seconds
      FROM
      (
        SELECT provider, venue, toUnixTimestamp64Milli(from_at) AS starts, least(toUnixTimestamp64Milli(to_at), at_ms) AS ends
        FROM liquidation_watch_versions
        WHERE token = {token:String} AND from_at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY AND from_at <= {at:DateTime64(3, 'UTC')} AND to_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY
          AND stored_at <= {known:DateTime64(3, 'UTC')}
      )
      GROUP BY venue, provider
      ORDER BY venue, provider
    )
  ) AS watched,
  (
    SELECT groupArray((who, longs, shorts, counts, largest))
    FROM
    (
      SELECT toString(any(provider)) AS who, [sumIf(value_usd, recent AND side = 'long'), sumIf(value_usd, side = 'long')] AS longs,
        [sumIf(value_usd, recent AND side = 'short'), sumIf(value_usd, side = 'short')] AS shorts,
        [countIf(recent), count()] AS counts, [maxIf(value_usd, recent), max(value_usd)] AS largest
      FROM
      (
        SELECT *, at > {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR AS recent
        FROM liquidation_versions
        WHERE token = {token:String} AND at > {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      GROUP BY venue
    )
  ) AS singles
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
      ('/as_of', 'time', toFloat64(if(newest_ms = 0, at_ms, newest_ms)), ''),
      ('/applicable', 'json', NULL, applicable),
      ('/coverage/weight_pct', 'pct', multiIf(is_listed, if(empty(fresh), NULL, interest_share * 100), is_settled, 100, notEmpty(fresh_indices) AND has_index, 100 / 34, 0), ''),
      if(has_index AND applicable != 'false', ('/implied_vol_30d_pct', 'pct', if(notEmpty(fresh_indices), toNullable(fresh_indices[1].3), NULL), ''),
        ('/implied_vol_30d_pct', 'json', NULL, 'null'))
    ],
    if(is_listed,
      arrayConcat(
        [
          ('/open_interest_usd', 'usd', total_interest, ''),
          ('/oi_change_1h_pct', 'pct', interest_changes[1], ''),
          ('/oi_change_4h_pct', 'pct', interest_changes[2], ''),
          ('/oi_change_24h_pct', 'pct', interest_changes[3], ''),
          ('/oi_to_market_cap_pct', 'pct', total_interest / cap * 100, ''),
          ('/funding_8h_pct', 'pct', funding_8h, ''),
          ('/funding_apr_pct', 'pct', funding_8h * 3 * 365, ''),
          ('/funding_percentile_90d', 'pct', if(funding_8h IS NULL, NULL, funding_percentile), ''),
          ('/basis_pct', 'pct', basis, ''),
          ('/long_short_ratio', 'ratio', if(empty(account_ratios), NULL, toNullable(account_ratios[1].3)), ''),
          ('/long_short_venue', 'json', NULL, if(empty(account_ratios), '"unassessed"', toJSONString(account_ratios[1].1))),
          ('/top_trader_long_short_ratio', 'ratio', if(empty(trader_ratios), NULL, toNullable(trader_ratios[1].3)), ''),
          ('/taker_buy_sell_ratio_1h', 'ratio', taker_share / (1 - taker_share), ''),
          ('/perp_volume_24h_usd', 'usd', perp_volume, ''),
          ('/perp_to_spot_ratio', 'ratio', perp_volume / volume_24h, '')
        ],
        if(empty(rates), [('/funding_venues', 'json', NULL, '"unassessed"')], arrayFlatten(arrayMap((r, i) -> [
          (concat('/funding_venues/', toString(i - 1), '/venue'), 'json', NULL, toJSONString(r.1)),
          (concat('/funding_venues/', toString(i - 1), '/symbol'), 'json', NULL, toJSONString(toString(r.2))),
          (concat('/funding_venues/', toString(i - 1), '/rate_pct'), 'pct', r.6, ''),
          (concat('/funding_venues/', toString(i - 1), '/interval_hours'), 'ratio', r.5, ''),
          (concat('/funding_venues/', toString(i - 1), '/rate_8h_pct'), 'pct', r.6 * 8 / r.5, ''),
          (concat('/funding_venues/', toString(i - 1), '/apr_pct'), 'pct', r.6 * 8 / r.5 * 3 * 365, ''),
          (concat('/funding_venues/', toString(i - 1), '/open_interest_usd'), 'usd', r.7, ''),
          if(r.4 IS NULL, (concat('/funding_venues/', toString(i - 1), '/next_funding_at'), 'json', NULL, 'null'),
            (concat('/funding_venues/', toString(i - 1), '/next_funding_at'), 'time', toNullable(toFloat64(r.4)), '')),
          (concat('/funding_venues/', toString(i - 1), '/as_of'), 'time', toNullable(toFloat64(r.3)), '')
        ], materialize(rates), arrayEnumerate(materialize(rates)))))
      ),
      arrayMap(name -> (concat('/', name), 'json', NULL, otherwise), ['open_interest_usd', 'oi_change_1h_pct', 'oi_change_4h_pct', 'oi_change_24h_pct',
        'oi_to_market_cap_pct', 'funding_8h_pct', 'funding_apr_pct', 'funding_percentile_90d', 'funding_venues', 'basis_pct', 'long_short_ratio',
        'long_short_venue', 'top_trader_long_short_ratio', 'taker_buy_sell_ratio_1h', 'perp_volume_24h_usd', 'perp_to_spot_ratio'])
    ),
    if(applicable = 'false', [('/liquidations_1h', 'json', NULL, 'null'), ('/liquidations_24h', 'json', NULL, 'null')], arrayFlatten(arrayMap((span, k) -> arrayConcat(
      [
        (concat('/', span, '/long_usd'), 'usd', if(is_listed AND is_watched[k], toNullable(closures[k].1), NULL), ''),
        (concat('/', span, '/short_usd'), 'usd', if(is_listed AND is_watched[k], toNullable(closures[k].2), NULL), ''),
        (concat('/', span, '/total_usd'), 'usd', if(is_listed AND is_watched[k], toNullable(closures[k].1 + closures[k].2), NULL), ''),
        (concat('/', span, '/count'), 'whole', if(is_listed AND is_watched[k], closures[k].3, NULL), ''),
        (concat('/', span, '/largest_usd'), 'usd', if(is_listed AND is_watched[k], closures[k].4, NULL), ''),
        (concat('/', span, '/open_interest_share_pct'), 'pct', if(is_listed AND is_watched[k], toNullable(closures[k].5 * 100), NULL), '')
      ],
      if(is_listed AND is_watched[k], arrayMap((v, i) -> (concat('/', span, '/venues/', toString(i - 1)), 'json', NULL, toJSONString(v)),
        arraySort(counted[k].2), arrayEnumerate(counted[k])), [(concat('/', span, '/venues'), 'json', NULL, '"unassessed"')]),
      if(is_listed AND is_watched[k] AND notEmpty(singly[k]), arrayMap((v, i) -> (concat('/', span, '/count_venues/', toString(i - 1)), 'json', NULL, toJSONString(v)),
        arraySort(singly[k].2), arrayEnumerate(singly[k])), [(concat('/', span, '/count_venues'), 'json', NULL, '"unassessed"')])
    ), materialize(['liquidations_1h', 'liquidations_24h']), materialize([1, 2]))))
  )) AS row
  FROM
  (
    SELECT *,
      -- long, short, count, largest, share of all open interest
      arrayMap((k, some, single) -> (
        arraySum(x -> if(has(some.1, x.1), x.3[k], 0), totals) + arraySum(x -> if(has(single.1, x.1), x.2[k], 0), singles),
        arraySum(x -> if(has(some.1, x.1), x.4[k], 0), totals) + arraySum(x -> if(has(single.1, x.1), x.3[k], 0), singles),
        if(empty(single), NULL, toFloat64(arraySum(x -> if(has(single.1, x.1), x.4[k], 0), singles))),
        if(empty(single), NULL, arrayMax(arrayConcat([toFloat64(0)], arrayMap(x -> if(has(single.1, x.1), x.5[k], 0), singles)))),
        if(is_open, 0, arraySum(w -> if(has(some.2, w.1), w.2, 0), interest_weights) / interest_whole)), [1, 2], counted, singly) AS closures
    FROM
    (
      SELECT *,
        if(notEmpty(fresh) AND interest_share >= 0.6, fresh_usd, NULL) AS total_interest,
        if(length(past_rates) >= 216, (arrayCount(r -> r < funding_8h - 1e-9, past_rates) + arrayCount(r -> abs(r - funding_8h) <= 1e-9, past_rates) / 2)
          / length(past_rates) * 100, NULL) AS funding_percentile,
        if(notEmpty(perp_volumes) AND NOT is_open AND arraySum(w -> if(has(perp_volumes.1, w.1), w.2, 0), perp_weights) / arraySum(perp_weights.2) >= 0.6,
          arraySum(perp_volumes.2), NULL) AS perp_volume,
        arrayMap(some -> notEmpty(some) AND NOT (is_open AND arrayExists(r -> has(tellers, r.2) AND NOT has(interest.1, r.2), reporters))
          AND if(arraySum(reporters.4) > 0, arraySum(some.4) / arraySum(reporters.4), length(some) / length(reporters)) >= 0.6, counted) AS is_watched,
        arrayMap(some -> arrayFilter(r -> NOT has(totals.1, r.1), some), counted) AS singly
      FROM
      (
        SELECT *,
          -- Of some venues the share of all weight that they carry.
          if(is_open, 0, arraySum(w -> if(has(fresh.1, w.1), w.2, 0), interest_weights) / interest_whole) AS interest_share,
          arrayMap(k -> (arrayFilter(v -> v.6[k] IS NOT NULL, fresh) AS pairs, if(notEmpty(pairs) AND NOT is_open
            AND arraySum(w -> if(has(pairs.1, w.1), w.2, 0), interest_weights) / interest_whole >= 0.6,
            (arraySum(pairs.3) / arraySum(arrayMap(v -> ifNull(v.6[k], 0), pairs)) - 1) * 100, NULL)).2, [1, 2, 3]) AS interest_changes,
          if(notEmpty(counted_rates) AND NOT is_open AND arraySum(w -> if(has(counted_rates.1, w.1), w.2, 0), interest_weights) / interest_whole >= 0.6,
            arraySum(r -> r.2 * r.3, counted_rates) / arraySum(counted_rates.3), NULL) AS funding_8h,
          -- The weighted rate of each of these eight hours where enough venues settled.
          arrayMap(list -> (arrayFilter(x -> x.2 > 0, arrayMap(p -> (p.2, arrayFirst(v -> v.1 = p.1, interest_weights).2), list)) AS told_then,
            (arraySum(x -> x.1 * x.2, told_then) / arraySum(told_then.2), notEmpty(told_then) AND arraySum(told_then.2) >= 0.6 * interest_whole)).2, settled) AS spans,
          arrayFilter(x -> x.2, spans).1 AS past_rates,
          if(notEmpty(marked) AND NOT is_open AND arraySum(w -> if(has(marked.1, w.1), w.2, 0), interest_weights) / interest_whole >= 0.6,
            arraySum(m -> m.2 * m.3, marked) / arraySum(marked.3), NULL) AS basis,
          -- Of the largest while it is read; nobody's where one of unknown size may be that.
          arrayMap(list -> arrayFilter(r -> r.4 >= at_ms - 7200000 AND NOT is_open, arraySlice(list, 1, 1)),
            arrayMap(kind -> arrayFilter(r -> r.2 = kind, all_ratios), ['global_account', 'top_position'])) AS largest_ratios,
          largest_ratios[1] AS account_ratios,
          largest_ratios[2] AS trader_ratios,
          if(notEmpty(takers) AND NOT is_open AND arraySum(w -> if(has(takers.1, w.1), w.2, 0), interest_weights) / interest_whole >= 0.6,
            arraySum(v -> v.2 * v.3, takers) / arraySum(takers.3), NULL) AS taker_share,
          if(NOT is_open AND arraySum(perp_known.2) = 0, arrayMap(w -> (w.1, toFloat64(1)), perp_known), perp_known) AS perp_weights,
          arrayMap((k, needed) -> arrayFilter(r -> r.3 AND arrayFirst(x -> x.1 = r.1, arrayConcat(arrayMap(x -> (x.1, x.2), totals), watched)).2[k] >= needed, reporters),
            [1, 2], [3240, 84672]) AS counted
        FROM
        (
          SELECT *,
            (arraySum(w -> if(has(days.1, w.1), w.2, 0), weights) + 7 * arraySum(fresh_told.2)) / (whole + 7 * arraySum(told.2)) AS day_share,
            if(length(days) + length(fresh_told) > 0 AND day_share >= 0.6, arraySum(days.2) + arraySum(fresh_told.2), NULL) AS volume_24h,
            arraySum(interest_weights.2) AS interest_whole,
            -- A venue whose calls brought a kind tells it, whatever is stored by now.
            arraySort(r -> (-arrayFirst(w -> w.1 = r.1, interest_weights).2, r.1, -r.4),
              arrayConcat(read_ratios, arrayMap(c -> (c.9, if(c.2 = 'long-short', 'global_account', 'top_position'), toFloat64(0), toInt64(0)),
                arrayFilter(c -> c.2 IN ('long-short', 'top-long-short') AND c.3 != '' AND c.8 > 0, calls)))) AS all_ratios,
            arrayMap(v -> (v.1, v.2, arrayFirst(w -> w.1 = v.1, interest_weights).2), read_takers) AS takers,
            arrayConcat(interest_weights, arrayMap(v -> (v, toFloat64(0)), arrayFilter(v -> NOT has(interest_weights.1, v),
              arrayDistinct(arrayConcat(perp_hours.1, perp_tickers.1))))) AS perp_known,
            -- provider, venue, read lately, weight
            arrayMap(p -> (p, arrayFirst(x -> x.1 = p, places).2 AS place, arrayMax(c -> if(c.1 = p, c.7, 0), closing) >= at_ms - 900000,
              arrayFirst(w -> w.1 = place, interest_weights).2), arrayFilter(p -> has(places.1, p), arraySort(arrayDistinct(closing.1)))) AS reporters
          FROM
          (
            SELECT *,
              arrayFilter(t -> t.3 >= at_ms - 900000, told) AS fresh_told,
              price * circulating AS cap,
              if(NOT is_open AND arraySum(interest_known.2) = 0, arrayMap(w -> (w.1, toFloat64(1)), interest_known), interest_known) AS interest_weights,
              arrayMap(r -> (r.1, assumeNotNull(r.6 * 8 / r.5), assumeNotNull(r.7)), arrayFilter(r -> r.6 IS NOT NULL AND r.5 IS NOT NULL AND r.7 IS NOT NULL
                AND ifNull(r.7 >= fresh_usd * 0.01, 0), rates)) AS counted_rates,
              arrayMap(r -> (r.1, assumeNotNull((r.8 / ifNull(r.9, price) - 1) * 100), assumeNotNull(r.7)), arrayFilter(r -> r.3 >= at_ms - 1800000 AND r.8 IS NOT NULL
                AND ifNull(r.9, price) IS NOT NULL AND ifNull(r.7 > 0, 0), rates)) AS marked,
              multiIf(applicable = 'false', 'null', '"unassessed"') AS otherwise
            FROM
            (
              SELECT *,
                arraySum(weights.2) AS whole,
                arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1))) AS agree,
                if(n > 0 AND agree, middle, NULL) AS price,
                if(empty(week), [], arrayFilter(t -> NOT has(weights.1, t.1), tickers)) AS told,
                contested[3] OR (opinion.1 AND coin.4 IS NULL AND ifNull(opinion.2.3 > 0, 0)) AS is_max_contested,
                if(has_coin AND NOT contested[1], coin.2, NULL) AS circulating,
                arrayExists(v -> NOT has(interest.1, v), tellers) AS is_open,
                arraySum(fresh.3) AS fresh_usd,
                -- venue, symbol, as of, next, interval, rate, open interest, mark, index
                arrayMap(f -> (f.1, f.3, f.2, f.6, if(ifNull(f.5 > 0, 0), toFloat64(f.5), NULL) AS hours,
                  if(f.2 >= at_ms - ifNull(f.5, 8) * 3600000 - 1800000 AND NOT arrayExists(o -> o.1 = f.1 AND ifNull(NOT (abs(f.4 - o.3.2) <= 0.05
                    OR (f.4 * o.3.2 > 0 AND greatest(abs(f.4), abs(o.3.2)) <= 2 * least(abs(f.4), abs(o.3.2)))), 0), opinions),
                    if(hours IS NULL, NULL, f.4), NULL),
                  if(has(fresh.1, f.1), toNullable(arrayFirst(v -> v.1 = f.1, fresh).3), NULL), f.7, f.8), funding) AS rates,
                arrayConcat(fresh_tickers, arrayMap(h -> (h.1, h.2), arrayFilter(h -> h.3 >= 22 AND h.4 >= at_ms - 7200000 AND NOT has(fresh_tickers.1, h.1), perp_hours))) AS perp_volumes,
                arrayFilter(c -> c.7 > 0, if(arrayExists(c -> c.3 != '', closing_calls), arrayFilter(c -> c.3 != '', closing_calls), closing_calls)) AS closing,
                multiIf(is_listed, 'true', is_settled, 'false', '"unassessed"') AS applicable,
                if(is_listed, arrayMax(arrayConcat([toInt64(0)], fresh.2, funding.2)), 0) AS newest_ms
              FROM
              (
                SELECT *,
                  if(arraySum(known_weights.2) > 0, known_weights, arrayMap(w -> (w.1, toFloat64(1)), known_weights)) AS weights,
                  toUInt32(length(closes)) AS n,
                  arrayReduce('quantileExactInclusive(0.5)', closes) AS middle,
                  arrayMap((a, b) -> opinion.1 AND ifNull(abs(a - b) > 0.05 * greatest(abs(a), abs(b)), 0),
                    [coin.2, coin.3, coin.4], [opinion.2.1, opinion.2.2, opinion.2.3]) AS contested,
                  arrayFilter(v -> NOT arrayExists(o -> o.1 = v.1 AND ifNull(NOT (greatest(v.3, o.3.1) <= 1.5 * least(v.3, o.3.1)
                    OR greatest(2 * v.3, o.3.1) <= 1.25 * least(2 * v.3, o.3.1)), 0), opinions), read_interest) AS fresh,
                  -- Venues that list the token and of whose size nothing is known leave every sum open.
                  arrayDistinct(arrayMap(c -> c.9, arrayFilter(c -> c.2 IN ('open-interest', 'open-interest-history') AND c.3 != '' AND c.8 > 0, calls))) AS tellers,
                  arrayMap(t -> (t.1, t.2), arrayFilter(t -> t.3 >= at_ms - 900000, perp_tickers)) AS fresh_tickers,
                  -- Forced closures: who reports those of the token, and for how much of each span they are known without a hole.
                  arrayFilter(c -> c.2 IN ('liquidation', 'liquidation-window'), calls) AS closing_calls,
                  arrayConcat(arrayMap(v -> (v.5, v.1), interest), arrayMap(c -> (c.1, c.9), arrayFilter(c -> c.2 IN ('open-interest', 'open-interest-history')
                    AND c.3 != '' AND c.8 > 0, calls))) AS places,
                  -- Whether any covered venue lists a perpetual of it: if none is seen, those who were asked must have said so.
                  notEmpty(interest) OR notEmpty(funding) OR notEmpty(perp_hours) OR notEmpty(perp_tickers) AS is_listed,
                  arrayExists(c -> c.2 IN ('open-interest', 'open-interest-history') AND c.7 > 0 AND at_ms - c.4 >= 600000, all_calls)
                    AND NOT arrayExists(c -> c.2 IN ('open-interest', 'open-interest-history', 'funding', 'funding-settled') AND NOT c.5 AND (c.7 = 0 OR at_ms - c.7 > 21600000), calls) AS is_settled
                FROM
                (
                  SELECT *,
                    arrayFilter(c -> c.3 IN ('', {token:String}), all_calls) AS calls,
                    -- Who is expected to have a price, with the weight; all weigh alike where nothing is known of any.
                    arrayConcat(week, arrayMap(v -> (v.1, toFloat64(0)), arrayFilter(v -> NOT has(week.1, v.1), venues))) AS known_weights,
                    -- Price and how far its sources are apart.
                    arraySort(venues.4) AS closes,
                    arrayFilter(v -> v.5 >= 1296, venues) AS days,
                    arrayFilter(t -> t.4 = 'spot', all_tickers) AS tickers,
                    arrayFilter(t -> t.4 = 'perp', all_tickers) AS perp_tickers,
                    coin_read.1 > 0 AND coin_read.4 >= at_ms - 7200000 AS has_coin,
                    coin_read.3 AS coin,
                    arrayFilter(o -> o.2 >= at_ms - 7200000, all_opinions) AS opinions,
                    -- Some count both sides of each contract: about twice as much is the same.
                    arrayFilter(v -> v.2 >= at_ms - 1800000, interest) AS read_interest,
                    arrayMap(v -> (v, arrayFirst(o -> o.1 = v, interest).4), arrayDistinct(arrayConcat(interest.1, funding.1))) AS interest_known,
                    {token:String} IN ('bitcoin', 'ethereum') AS has_index,
                    arrayFilter(i -> i.2 >= at_ms - 7200000, indices) AS fresh_indices
                  FROM
                  (
                    SELECT at_ms, all_calls, venues, week, all_tickers, coin_read, opinion, all_opinions, interest, funding, settled, read_ratios, read_takers, perp_hours, indices, totals, watched, singles
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

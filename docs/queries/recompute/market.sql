-- State section market: every quantity of it for a token at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- A price is the median over spot venues of the newest completed minute, none older than 15 minutes; venues weigh by the
-- volume of seven days of completed hours, and a sum over them counts where they carry 60 % of that weight.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  intDiv(at_ms, 3600000) * 3600000 AS hour_ms,
  -- By venue what its last 24 hours of minutes hold, counted back from its own newest close.
  (
    SELECT groupArray((venue, provider, last, newest_close, minutes, highest, lowest, traded,
      arrayMap(k -> countEqual(lags, k), range(24)), arrayMap(k -> arraySum((of, one) -> if(of = k, one, 0), lags, parts), range(24))))
    FROM
    (
      SELECT venue, any(provider) AS provider, any(newest) AS last, argMax(close, closed) AS newest_close, count() AS minutes,
        max(high) AS highest, min(low) AS lowest, sum(usd) AS traded, groupArray(lag) AS lags, groupArray(usd) AS parts
      FROM
      (
        SELECT venue, provider, close, high, low, volume_usd AS usd, toUnixTimestamp64Milli(open_at) + 60000 AS closed,
          max(toUnixTimestamp64Milli(open_at) + 60000) OVER (PARTITION BY venue) AS newest, toUInt8(intDiv(newest - closed, 3600000)) AS lag
        FROM venue_candle_versions
        WHERE token = {token:String} AND interval_s = 60 AND market = 'spot'
          AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1456 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      WHERE newest >= at_ms - 900000 AND closed > newest - 86400000
      GROUP BY venue
      ORDER BY venue
    )
  ) AS venues,
  -- Completed hours of the token and of bitcoin: the median close of each, newest first, and what each venue traded in seven days.
  (
    SELECT (groupArrayIf((part.1, usd), token = {token:String} AND part.1 != '' AND has_week),
      groupArrayIf((part.2, middle_close), token = {token:String} AND part.1 = ''), groupArrayIf((part.2, middle_close), token = 'bitcoin' AND part.1 = ''))
    FROM
    (
      SELECT token, part, quantileExactInclusive(0.5)(close) AS middle_close, sumIf(volume_usd, in_week) AS usd, max(in_week) AS has_week
      FROM
      (
        SELECT token, close, volume_usd,
          stored_at <= {known_hours:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_hours:DateTime64(3, 'UTC')}) AS is_hour,
          open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 169 HOUR
            AND stored_at <= {known_weights:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_weights:DateTime64(3, 'UTC')}) AS in_week,
          arrayJoin(arrayConcat(if(in_week, [(toString(venue), toUInt16(0))], []),
            if(is_hour, [('', toUInt16(intDiv(hour_ms - toUnixTimestamp64Milli(open_at), 3600000) - 1))], []))) AS part
        FROM venue_candle_versions
        WHERE token IN ({token:String}, 'bitcoin') AND interval_s = 3600 AND market = 'spot'
          AND open_at >= fromUnixTimestamp64Milli(hour_ms, 'UTC') - INTERVAL 721 HOUR AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR
      )
      GROUP BY token, part
    )
  ) AS hours,
  -- Price and how far its sources are apart.
  (SELECT arraySort(venues.4)) AS closes,
  toUInt32(length(closes)) AS n,
  if(n > 0, arrayMax(venues.3), intDiv(at_ms, 60000) * 60000) AS anchor,
  -- The last close of each venue at or before four earlier instants; of thirty days ago only hours count.
  (
    SELECT groupArray((back, close))
    FROM
    (
      SELECT back, quantileExactInclusive(0.5)(last) AS close
      FROM
      (
        SELECT venue, back, argMax(close, (closed, -span)) AS last
        FROM
        (
          SELECT venue, close, toInt32(interval_s) AS span, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS closed,
            arrayJoin([(1, 900000), (24, 900000), (168, 7200000), (720, 7200000)]) AS ago, ago.1 AS back
          FROM venue_candle_versions
          WHERE token = {token:String} AND market = 'spot' AND interval_s IN (60, 900, 3600)
            AND ((open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 151 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR)
              OR (open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1531 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 24 HOUR)
              OR (open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 10276 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 168 HOUR)
              OR (interval_s = 3600 AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 43396 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 720 HOUR))
            AND stored_at <= {known_past:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_past:DateTime64(3, 'UTC')})
        )
        WHERE closed <= anchor - back * 3600000 AND closed > anchor - back * 3600000 - ago.2 AND (back < 720 OR span = 3600)
        GROUP BY venue, back
      )
      GROUP BY back
    )
  ) AS past,
  -- Venues whose candles are not read count in the day's volume as they say it themselves.
  (
    SELECT groupArray((venue, usd, read_ms))
    FROM
    (
      SELECT venue, argMax(volume_24h_usd, (at, retrieved_at, stored_at)) AS usd, toUnixTimestamp64Milli(max(at)) AS read_ms
      FROM ticker_versions
      WHERE token = {token:String} AND market = 'spot' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY
        AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY venue
    )
  ) AS tickers,
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
  ) AS opinion
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
      ('/as_of', 'time', toFloat64(spot_at), ''),
      ('/coverage/weight_pct', 'pct', if(n = 0, NULL, fresh_share * 100), ''),
      ('/price_usd', 'price', price, ''),
      ('/price_confidence_bps', 'bps', confidence, ''),
      ('/change_1h_pct', 'pct', (price / before[1] - 1) * 100, ''),
      ('/change_24h_pct', 'pct', (price / before[2] - 1) * 100, ''),
      ('/change_7d_pct', 'pct', (price / before[3] - 1) * 100, ''),
      ('/change_30d_pct', 'pct', (price / before[4] - 1) * 100, ''),
      ('/high_24h_usd', 'price', arrayReduce('quantileExactInclusive(0.5)', days.6), ''),
      ('/low_24h_usd', 'price', arrayReduce('quantileExactInclusive(0.5)', days.7), ''),
      ('/ath_usd', 'price', ath, ''),
      ('/ath_at', 'time', toFloat64(multiIf(is_new_high, spot_at, has_coin, coin.6, NULL)), ''),
      ('/ath_drawdown_pct', 'pct', (price / ath - 1) * 100, ''),
      ('/market_cap_usd', 'usd', cap, ''),
      ('/fdv_usd', 'usd', fdv, ''),
      ('/rank', 'whole', if(has_coin, toFloat64(coin.1), NULL), ''),
      ('/volume_1h_usd', 'usd', volume_1h, ''),
      ('/median_hourly_volume_24h_usd', 'usd', median_hour, ''),
      ('/volume_ratio_1h', 'ratio', volume_1h / median_hour, ''),
      ('/volume_24h_usd', 'usd', volume_24h, ''),
      ('/turnover_ratio', 'ratio', volume_24h / cap, ''),
      ('/realized_vol_24h_pct', 'pct', if(length(log_day) >= 24 * 0.9, arrayReduce('stddevSampStable', log_day) * sqrt(8760) * 100, NULL), ''),
      ('/realized_vol_30d_pct', 'pct', if(length(log_month) >= 720 * 0.9, arrayReduce('stddevSampStable', log_month) * sqrt(8760) * 100, NULL), ''),
      ('/sigma_1h_pct', 'pct', if(length(simple[1]) >= 168, arrayReduce('stddevSampStable', simple[1]) * 100, NULL), ''),
      ('/sigma_24h_pct', 'pct', if(length(simple[2]) >= 168, arrayReduce('stddevSampStable', simple[2]) * 100, NULL), ''),
      ('/sigma_7d_pct', 'pct', if(length(simple[3]) >= 168, arrayReduce('stddevSampStable', simple[3]) * 100, NULL), ''),
      ('/btc_correlation_30d', 'ratio', if(has_both, arrayReduce('corrStable', both.1, both.2), NULL), ''),
      ('/btc_beta_30d', 'ratio', if(has_both, arrayReduce('covarSampStable', both.1, both.2) / arrayReduce('varSampStable', both.2), NULL), '')
    ],
    if(price IS NULL, [('/price_sources', 'json', NULL, '"unassessed"')], arrayFlatten(arrayMap((v, i) -> [
      (concat('/price_sources/', toString(i - 1), '/provider'), 'json', NULL, toJSONString(toString(v.2))),
      (concat('/price_sources/', toString(i - 1), '/venue'), 'json', NULL, toJSONString(toString(v.1))),
      (concat('/price_sources/', toString(i - 1), '/price_usd'), 'price', v.4, ''),
      (concat('/price_sources/', toString(i - 1), '/as_of'), 'time', toFloat64(v.3), '')
    ], venues, arrayEnumerate(venues))))
  )) AS row
  FROM
  (
    SELECT *,
      if(length(whole_hours) >= 22, arrayReduce('quantileExactInclusive(0.5)', whole_hours), NULL) AS median_hour
    FROM
    (
      SELECT *,
        arrayFilter(h -> h.2 >= 0.6, by_hour).1 AS whole_hours,
        if(by_hour[1].2 >= 0.6, by_hour[1].1, NULL) AS volume_1h,
        (arraySum(w -> if(has(days.1, w.1), w.2, 0), weights) + 7 * arraySum(fresh_told.2)) / (whole + 7 * arraySum(told.2)) AS day_share,
        if(length(days) + length(fresh_told) > 0 AND day_share >= 0.6, arraySum(days.8) + arraySum(fresh_told.2), NULL) AS volume_24h
      FROM
      (
        SELECT *,
          arraySum(w -> if(has(venues.1, w.1), w.2, 0), weights) / whole AS fresh_share,
          -- Sums over venues: hours of 54 minutes at least, days of 1296.
          arrayMap(k -> (arraySum(v -> if(v.9[k] >= 54, v.10[k], 0), venues),
            arraySum(w -> if(arrayExists(v -> v.1 = w.1 AND v.9[k] >= 54, venues), w.2, 0), weights) / whole), range(1, 25)) AS by_hour,
          arrayFilter(t -> t.3 >= at_ms - 900000, told) AS fresh_told
        FROM
        (
          SELECT *,
            arraySum(weights.2) AS whole,
            if(empty(week), [], arrayFilter(t -> NOT has(weights.1, t.1), tickers)) AS told,
            if(is_new_high, price, if(has_coin, coin.5, NULL)) AS ath,
            length(both) >= 648 AS has_both
          FROM
          (
            SELECT *,
              if(arraySum(known_weights.2) > 0, known_weights, arrayMap(w -> (w.1, toFloat64(1)), known_weights)) AS weights,
              contested[3] OR (opinion.1 AND coin.4 IS NULL AND ifNull(opinion.2.3 > 0, 0)) AS is_max_contested,
              if(has_coin AND NOT contested[1], coin.2, NULL) AS circulating,
              price * circulating AS cap,
              if(is_max_contested OR (coin.4 IS NULL AND contested[2]) OR NOT has_coin, NULL, price * ifNull(coin.4, coin.3)) AS fdv,
              ifNull(price > coin.5 AND has_coin, 0) AS is_new_high,
              arrayFilter(x -> isFinite(x), arrayMap(x -> log(x), arraySlice(ratios[1], 1, 24))) AS log_day,
              arrayFilter(x -> isFinite(x), arrayMap(x -> log(x), ratios[1])) AS log_month,
              -- Nothing is usual of which no return of the last three days is known.
              arrayMap(k -> if(arrayExists(x -> isFinite(x), arraySlice(ratios[k], 1, 72)), arrayFilter(x -> isFinite(x), arrayMap(x -> x - 1, ratios[k])), []), [1, 2, 3]) AS simple,
              arrayFilter(p -> isFinite(p.1) AND isFinite(p.2), arrayZip(arrayMap(x -> log(x), ratios[1]), arrayMap(x -> log(x), ratios[4]))) AS both
            FROM
            (
              SELECT *,
                -- Who is expected to have a price, with the weight; all weigh alike where nothing is known of any.
                arrayConcat(week, arrayMap(v -> (v.1, toFloat64(0)), arrayFilter(v -> NOT has(week.1, v.1), venues))) AS known_weights,
                if(n > 0 AND agree, middle, NULL) AS price,
                if(n >= 3, (arrayReduce('quantileExactInclusive(0.9)', closes) - arrayReduce('quantileExactInclusive(0.1)', closes)) / 2 / middle * 10000, NULL) AS confidence,
                arrayMap((a, b) -> opinion.1 AND ifNull(abs(a - b) > 0.05 * greatest(abs(a), abs(b)), 0),
                  [coin.2, coin.3, coin.4], [opinion.2.1, opinion.2.2, opinion.2.3]) AS contested,
                arrayMap((list, span) -> arrayMap((a, b) -> a / b, arraySlice(list, 1, 721 - span), arraySlice(list, 1 + span, 721 - span)),
                  [hourly[1], hourly[1], hourly[1], hourly[2]], [1, 24, 168, 1]) AS ratios
              FROM
              (
                SELECT *,
                  hours.1 AS week,
                  arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1))) AS agree,
                  arrayReduce('quantileExactInclusive(0.5)', closes) AS middle,
                  if(n > 0, arrayMax(venues.3), at_ms) AS spot_at,
                  arrayMap(h -> arrayFirst(p -> p.1 = h, past).2, [1, 24, 168, 720]) AS before,
                  arrayFilter(v -> v.5 >= 1296, venues) AS days,
                  coin_read.1 > 0 AND coin_read.4 >= at_ms - 7200000 AS has_coin,
                  coin_read.3 AS coin,
                  -- Returns of hours; a statistic needs nine tenths of those that its window can hold.
                  arrayMap(list -> arrayMap(a -> arrayFirst(h -> h.1 = a, list).2, range(721)), [hours.2, hours.3]) AS series,
                  arrayMap(list -> arrayMap(c -> if(c = 0, nan, c), list), series) AS hourly
                FROM
                (
                  SELECT at_ms, venues, hours, closes, n, past, tickers, coin_read, opinion
                )
              )
            )
          )
        )
      )
    )
  )
)

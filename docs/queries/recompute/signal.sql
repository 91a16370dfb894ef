-- Inputs of signals: all that the rules read of a token at a minute, made again from the readings behind it.
-- Not covered: nothing.
-- at is read_at of the row of detection_minute; prices and closes are those of the minutes that were completed by then. Times are epoch
-- milliseconds. Null does not apply to the token.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  intDiv(at_ms, 60000) * 60000 AS minute_ms,
  -- What is usual is told of the hour that ended ten minutes before; a quarter of an hour closes, and ranges end where it began.
  intDiv(minute_ms - 600000, 3600000) * 3600000 AS usual_ms,
  intDiv(minute_ms, 900000) * 900000 AS bar_ms,
  -- Members that a section shows too, as its own statement makes them.
  (
    SELECT (groupArray(path), groupArray(text))
    FROM
    (
      SELECT concat('market', member) AS path, value AS text FROM ({{market}})
      UNION ALL SELECT concat('derivatives', member), value FROM ({{derivatives}})
      UNION ALL SELECT concat('onchain', member), value FROM ({{onchain}})
    )
  ) AS shown,
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
  -- What venues settled in each eight hours of ninety days, with the eight hours.
  (
    SELECT groupArray((span, list))
    FROM
    (
      SELECT span, groupArray((venue, mean)) AS list
      FROM
      (
        SELECT toString(venue) AS venue, intDiv(toUnixTimestamp64Milli(at), 28800000) AS span, avg(assumeNotNull(rate_pct * 8 / interval_hours)) AS mean
        FROM funding_rate_versions
        WHERE token = {token:String} AND kind = 'settled' AND interval_hours > 0 AND at > toStartOfHour({at:DateTime64(3, 'UTC')}) - INTERVAL 90 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known_funding:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_funding:DateTime64(3, 'UTC')})
        GROUP BY venue, span
      )
      GROUP BY span
      ORDER BY span
    )
  ) AS settled,
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
  ) AS singles,
  -- By venue the closes of the last half hour and of the half hour four hours before.
  (
    SELECT groupArray((venue, list))
    FROM
    (
      SELECT toString(venue) AS venue, arraySort(groupArray((toUnixTimestamp64Milli(open_at) + 60000, close))) AS list
      FROM venue_candle_versions
      WHERE token = {token:String} AND interval_s = 60 AND market = 'spot'
        AND ((open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 32 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE)
          OR (open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 272 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 240 MINUTE))
        AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY venue
      ORDER BY venue
    )
  ) AS minutes,
  -- By venue highest and lowest of 20, 55 and 180 days of completed hours, and how many hours of them are stored.
  (
    SELECT groupArray((venue, highs, lows, hours))
    FROM
    (
      SELECT toString(venue) AS venue, [maxIf(high, age <= 480), maxIf(high, age <= 1320), max(high)] AS highs,
        [minIf(low, age <= 480), minIf(low, age <= 1320), min(low)] AS lows, [uniqExactIf(age, age <= 480), uniqExactIf(age, age <= 1320), uniqExact(age)] AS hours
      FROM
      (
        SELECT venue, high, low, intDiv(usual_ms - toUnixTimestamp64Milli(open_at), 3600000) AS age
        FROM venue_candle_versions
        WHERE token = {token:String} AND interval_s = 3600 AND market = 'spot' AND open_at >= fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 180 DAY
          AND open_at <= fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 1 HOUR AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      GROUP BY venue
    )
  ) AS ranges,
  -- The same of the minutes since.
  (
    SELECT groupArray((venue, highest, lowest))
    FROM
    (
      SELECT toString(venue) AS venue, max(high) AS highest, min(low) AS lowest
      FROM venue_candle_versions
      WHERE token = {token:String} AND interval_s = 60 AND market = 'spot' AND open_at >= fromUnixTimestamp64Milli(usual_ms, 'UTC')
        AND open_at <= fromUnixTimestamp64Milli(bar_ms - 960000, 'UTC') AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY venue
    )
  ) AS tails,
  -- Read, all-time high and its instant, and what circulates, of the newest reading of three days.
  (
    SELECT (if(count() = 0, 0, toUnixTimestamp64Milli(max(at))), argMax((ath_usd, toUnixTimestamp64Milli(ath_at), circulating_native), (at, retrieved_at, stored_at)))
    FROM coin_market_versions
    WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 DAY AND at <= {at:DateTime64(3, 'UTC')}
      AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS coin_read,
  -- Books of a day: the newest of each venue, the smaller side within 2 % of those of ten minutes, oldest first.
  (
    SELECT groupArray((venue, read_ms, spread, samples))
    FROM
    (
      SELECT toString(venue) AS venue, toUnixTimestamp64Milli(max(read)) AS read_ms, argMax(last.1, read) AS spread,
        arraySort(groupArrayIf((read, last.2), read > {at:DateTime64(3, 'UTC')} - INTERVAL 10 MINUTE)).2 AS samples
      FROM
      (
        SELECT venue, at AS read, argMax((spread_bps, least(bid_2_usd, ask_2_usd)), (retrieved_at, stored_at)) AS last
        FROM order_book_versions
        WHERE token = {token:String} AND market = 'spot' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY venue, at
      )
      GROUP BY venue
      ORDER BY venue
    )
  ) AS books,
  -- What books usually are: medians of 24 hours in 22 of which one was read at least.
  (
    SELECT groupArray((venue, depth, spread))
    FROM
    (
      SELECT toString(venue) AS venue, quantileExactInclusive(0.5)(least(bid_2_usd, ask_2_usd)) AS depth, quantileExactInclusive(0.5)(spread_bps) AS spread
      FROM order_book_versions
      WHERE token = {token:String} AND market = 'spot' AND at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 1 DAY AND at <= fromUnixTimestamp64Milli(usual_ms, 'UTC') AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY venue
      HAVING uniqExact(toStartOfHour(at)) >= 22
    )
  ) AS usual_books,
  -- Forced closures of a week by provider and age in hours, and who was watched in how many of those hours.
  (
    SELECT groupArray((who, age, usd))
    FROM
    (
      SELECT toString(provider) AS who, intDiv(usual_ms - toUnixTimestamp64Milli(at), 3600000) AS age, sum(value_usd) AS usd
      FROM liquidation_versions
      WHERE token = {token:String} AND at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 7 DAY AND at <= fromUnixTimestamp64Milli(usual_ms, 'UTC') AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY who, age
      UNION ALL
      SELECT toString(provider) AS who, intDiv(usual_ms - toUnixTimestamp64Milli(at), 3600000) AS age, sum(long_usd + short_usd) AS usd
      FROM liquidation_window_versions
      WHERE token = {token:String} AND at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 7 DAY AND at <= fromUnixTimestamp64Milli(usual_ms, 'UTC') AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY who, age
    )
  ) AS usual_closures,
  (
    SELECT groupArray(who)
    FROM
    (
      SELECT who
      FROM
      (
        SELECT who, age, intervalLengthSum(greatest(starts, usual_ms - (age + 1) * 3600000), least(ends, usual_ms - age * 3600000)) / 1000 AS seconds
        FROM
        (
          SELECT toString(provider) AS who, greatest(toUnixTimestamp64Milli(from_at), usual_ms - 604800000) AS starts, least(toUnixTimestamp64Milli(to_at), usual_ms) AS ends,
            arrayJoin(range(toUInt32(intDiv(usual_ms - ends, 3600000)), toUInt32(intDiv(usual_ms - starts - 1, 3600000)) + 1)) AS age
          FROM liquidation_watch_versions
          WHERE token = {token:String} AND from_at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 8 DAY AND from_at < fromUnixTimestamp64Milli(usual_ms, 'UTC') AND to_at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 7 DAY AND stored_at <= {known:DateTime64(3, 'UTC')}
        )
        GROUP BY who, age
        UNION ALL
        SELECT toString(provider) AS who, toUInt32(intDiv(usual_ms - toUnixTimestamp64Milli(at), 3600000)) AS age, sum(window_s) AS seconds
        FROM liquidation_window_versions
        WHERE token = {token:String} AND at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 7 DAY AND at <= fromUnixTimestamp64Milli(usual_ms, 'UTC') AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY who, age
      )
      WHERE seconds >= 3240 AND age < 168
      GROUP BY who
      HAVING uniqExact(age) >= 152
    )
  ) AS usual_watch,
  -- By chain what moved to exchanges and away in each hour of 31 days, and how much of it was scanned; an hour with a movement without a price is none.
  (
    SELECT groupArray((name, nets, spans))
    FROM
    (
      SELECT name, groupArrayInsertAt(toFloat64(0), 744)(net, toUInt32(age)) AS nets, groupArrayInsertAt(toUInt64(0), 744)(toUInt64(span), toUInt32(age)) AS spans
      FROM
      (
        SELECT name, intDiv(usual_ms - ended, 3600000) AS age, sum(net) AS net, sum(span) AS span
        FROM
        (
          SELECT toString(chain) AS name, toUnixTimestamp64Milli(at) + max(window_s) * 1000 AS ended, max(window_s) AS span,
            sum(ifNull(inflow_usd, 0) - ifNull(outflow_usd, 0)) AS net,
            countIf((inflow_native > 0 AND inflow_usd IS NULL) OR (outflow_native > 0 AND outflow_usd IS NULL)) AS blank
          FROM exchange_flow_versions
          WHERE token = {token:String} AND at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 32 DAY AND at + toIntervalSecond(window_s) <= fromUnixTimestamp64Milli(usual_ms, 'UTC') AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
          GROUP BY name, at
        )
        GROUP BY name, age
        HAVING age < 744 AND sum(blank) = 0
      )
      GROUP BY name
    )
  ) AS usual_flows,
  -- Single transfers of the day, the largest first.
  (
    SELECT groupArray((tx_hash, chain, ms, usd, coins, sender, receiver, is_own))
    FROM
    (
      SELECT tx_hash, toString(chain) AS chain, toUnixTimestamp64Milli(at) AS ms, value_usd AS usd, amount_native AS coins,
        multiIf(from_label IS NOT NULL, 'exchange', match(from_address, '^0x0{40}$'), 'mint', 'unknown') AS sender,
        multiIf(to_label IS NOT NULL, 'exchange', towards IN ('exchange', 'wallet', 'contract', 'burn'), toString(towards), 'unknown') AS receiver,
        ifNull(from_label = to_label, 0) AS is_own
      FROM large_transfer_versions
      WHERE token = {token:String} AND at > {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      ORDER BY value_usd DESC, chain, tx_hash, log_index
      LIMIT 200
    )
  ) AS transfers,
  -- The tenth largest of a fortnight, those inside one exchange left out, and how much of it each chain was scanned.
  (
    SELECT arrayElement(arrayReverseSort(groupArray(value_usd)), 10)
    FROM large_transfer_versions
    WHERE token = {token:String} AND at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 14 DAY AND at <= fromUnixTimestamp64Milli(usual_ms, 'UTC') AND NOT ifNull(from_label = to_label, 0) AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
  ) AS tenth_usd,
  (
    SELECT groupArray((name, seconds))
    FROM
    (
      SELECT toString(chain) AS name, sum(greatest(0, toUnixTimestamp64Milli(to_at) - greatest(toUnixTimestamp64Milli(at), usual_ms - 1209600000))) / 1000 AS seconds
      FROM chain_scan_versions
      WHERE to_at > fromUnixTimestamp64Milli(usual_ms, 'UTC') - INTERVAL 14 DAY AND to_at <= fromUnixTimestamp64Milli(usual_ms, 'UTC') AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY name
    )
  ) AS scanned,
  -- The change of deposits at unchanged prices, as the newest reading tells it.
  (
    SELECT argMax(said, ms)
    FROM
    (
      SELECT toUnixTimestamp64Milli(at) AS ms, any(tuple(neutral_change_pct)) AS said
      FROM token_tvl_versions
      WHERE token = {token:String} AND at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY ms
    )
  ) AS deposits,
  (
    SELECT (groupArray(native)[1], groupArray(is_stablecoin)[1], has(groupArray(categories)[1], 'proof-of-work'), groupArray(mapKeys(contracts))[1])
    FROM tracked
    WHERE token = {token:String}
  ) AS known_of,
  -- What the schedule releases from now on, and the first of it that comes at once, or trickles where none does.
  (
    SELECT (count() > 0, arraySort(groupArrayIf((toUnixTimestamp64Milli(at), toString(kind), amount_native), at > {at:DateTime64(3, 'UTC')} AND at <= {at:DateTime64(3, 'UTC')} + INTERVAL 90 DAY)))
    FROM
    (
      SELECT at, kind, amount_native, read_at, max(read_at) OVER () AS newest
      FROM unlock_versions
      WHERE token = {token:String} AND read_at > {at:DateTime64(3, 'UTC')} - INTERVAL 72 HOUR AND read_at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
    )
    WHERE read_at = newest
  ) AS schedule,
  -- The newest scan of each contract and the whole one before it, six hours older at least; they count for seven days.
  (
    SELECT arrayFilter(s -> s.14 >= at_ms - 604800000, groupArray((toString(chain), address, toString(provider), flags, buy_tax_pct, sell_tax_pct, owner_address, owner_pct, creator_pct, toFloat64(holders_count), lp_locked_pct,
      trust_listed, other_risks, toUnixTimestamp64Milli(at), is_before)))
    FROM
    (
      SELECT *, 0 AS is_before
      FROM
      (
        SELECT chain, address, provider, [open_source, proxy, honeypot, cannot_buy, cannot_sell_all, mintable, owner_change_balance, hidden_owner, can_take_back_ownership, selfdestruct, transfer_pausable, blacklist_function, whitelist_function, trading_cooldown, tax_modifiable, per_address_tax, anti_whale, external_call, airdrop_scam, fake_token] AS flags, buy_tax_pct, sell_tax_pct, owner_address, owner_pct, creator_pct, holders_count, lp_locked_pct, trust_listed, other_risks, at
        FROM contract_scan_versions
        WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 30 DAY AND at <= {at:DateTime64(3, 'UTC')} AND retrieved_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        ORDER BY chain, address, provider, at < toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 7 DAY, partial, at DESC, retrieved_at DESC, stored_at DESC
        LIMIT 1 BY chain, address, provider
      )
      UNION ALL
      SELECT chain, address, provider, flags, buy_tax_pct, sell_tax_pct, owner_address, owner_pct, creator_pct, holders_count, lp_locked_pct, trust_listed, other_risks, at, 1
      FROM
      (
        SELECT chain, address, provider, [open_source, proxy, honeypot, cannot_buy, cannot_sell_all, mintable, owner_change_balance, hidden_owner, can_take_back_ownership, selfdestruct, transfer_pausable, blacklist_function, whitelist_function, trading_cooldown, tax_modifiable, per_address_tax, anti_whale, external_call, airdrop_scam, fake_token] AS flags, buy_tax_pct, sell_tax_pct, owner_address, owner_pct, creator_pct, holders_count, lp_locked_pct, trust_listed, other_risks, at, retrieved_at, stored_at, max(at) OVER (PARTITION BY chain, address, provider) AS newest_at
        FROM contract_scan_versions
        WHERE token = {token:String} AND partial = 0 AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 8 DAY AND at <= {at:DateTime64(3, 'UTC')} AND retrieved_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      )
      WHERE at < newest_at - INTERVAL 6 HOUR
      ORDER BY chain, address, provider, at DESC, retrieved_at DESC, stored_at DESC
      LIMIT 1 BY chain, address, provider
    )
  ) AS scans,
  [0, 1, 3, 0, 3, 1, 3, 2, 2, 3, 1, 1, 0, 0, 1, 1, 0, 0, 3, 3] AS severities,
  [0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0] AS from_source,
  (
    SELECT (groupArray(native)[1], groupArray(mapKeys(contracts))[1], groupArray(mapValues(contracts))[1])
    FROM tracked
    WHERE token = {token:String}
  ) AS listed,
  -- By contract, now and before: place, whether before, level (0 low to 3), taxes, when it was read, what makes it another judgement, whether the first scanner is silent.
  (
    SELECT groupArray((place, is_before, level, buy, sell, greatest(g.14, h.14), toString((level, buy, sell, buy_apart, sell_apart, g.3 = '')), g.3 = ''))
    FROM
    (
      SELECT *,
        (arrayMap((s, k) -> if(k = 1, 0, if(ifNull(if(s = 2, 0, s = 1), 0), severities[k], 0)), states, range(1, 21)) AS hits_0,
          ifNull(if(states[1] = 2, 0, states[1] = 0), 0) AS closed_0,
          ifNull(sell, if(0 AND sell_apart, greatest(ifNull(g.6, 0), ifNull(h.6, 0)), 0)) AS sold_0, ifNull(buy, if(0 AND buy_apart, greatest(ifNull(g.5, 0), ifNull(h.5, 0)), 0)) AS bought_0,
          greatest(arrayMax(hits_0), if(closed_0, 2, 0), if(greatest(sold_0, bought_0) >= 5, 1, 0), if(sold_0 >= 10, 2, 0), if(sold_0 >= 50, 3, 0)) AS worst_0,
          if(trusted AND NOT (hits_0[3] > 0 OR hits_0[5] > 0 OR hits_0[20] > 0), least(worst_0, 1), worst_0)).6 AS known, (arrayMap((s, k) -> if(k = 1, 0, if(ifNull(if(s = 2, 1, s = 1), 0), severities[k], 0)), states, range(1, 21)) AS hits_1,
          ifNull(if(states[1] = 2, 1, states[1] = 0), 0) AS closed_1,
          ifNull(sell, if(1 AND sell_apart, greatest(ifNull(g.6, 0), ifNull(h.6, 0)), 0)) AS sold_1, ifNull(buy, if(1 AND buy_apart, greatest(ifNull(g.5, 0), ifNull(h.5, 0)), 0)) AS bought_1,
          greatest(arrayMax(hits_1), if(closed_1, 2, 0), if(greatest(sold_1, bought_1) >= 5, 1, 0), if(sold_1 >= 10, 2, 0), if(sold_1 >= 50, 3, 0)) AS worst_1,
          if(trusted AND NOT (hits_1[3] > 0 OR hits_1[5] > 0 OR hits_1[20] > 0), least(worst_1, 1), worst_1)).6 AS feared,
        if((states[3] IS NULL OR states[3] = 2) AND sell IS NULL AND (states[1] IS NULL OR states[1] = 2), NULL, if(known = feared OR known >= 2, known, NULL)) AS level
      FROM
      (
        SELECT place, is_before, arrayFilter(s -> s.15 = is_before, scans) AS mine, arrayFirst(s -> s.1 = chain AND s.2 = address AND endsWith(s.3, 'goplus'), mine) AS g, arrayFirst(s -> s.1 = chain AND s.2 = address AND endsWith(s.3, 'honeypot'), mine) AS h,
          arrayMap(k -> multiIf(g.4[k] IS NOT NULL AND h.4[k] IS NOT NULL AND (g.4[k] = 1) != (h.4[k] = 1), 2, g.4[k] IS NOT NULL, g.4[k] = 1, h.4[k] IS NOT NULL, h.4[k] = 1, NULL), range(1, 21)) AS agreed,
          ifNull(g.4[1] != 1, 0) OR ifNull(agreed[1] = 0, 0) AS is_closed,
          arrayMap((a, s) -> if(is_closed AND s = 1, NULL, a), agreed, from_source) AS states,
          ifNull(abs(g.5 - h.5) > 1, 0) AS buy_apart, ifNull(abs(g.6 - h.6) > 1, 0) AS sell_apart,
          if(buy_apart, NULL, round(ifNull(g.5, h.5), 4)) AS buy, if(sell_apart, NULL, round(ifNull(g.6, h.6), 4)) AS sell, ifNull(g.12 = 1, 0) AS trusted
        FROM (SELECT pair.1 AS chain, pair.2 AS address, pair.3 AS place, arrayJoin([0, 1]) AS is_before FROM (SELECT arrayJoin(arrayZip(listed.2, listed.3, arrayEnumerate(listed.2))) AS pair))
        ORDER BY is_before, place
      )
    )
  ) AS judged
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
      ('/price_usd', 'price', x['market/price_usd'], ''),
      ('/return_1h_pct', 'pct', x['market/change_1h_pct'], ''),
      ('/return_4h_pct', 'pct', if(is_priced, (price / long_ago - 1) * 100, NULL), ''),
      ('/sigma_1h_pct', 'pct', x['market/sigma_1h_pct'], ''),
      ('/close_15m_usd', 'price', if(is_priced, bar_close, NULL), ''),
      ('/high_20d_usd', 'price', extremes[1].1, ''),
      ('/low_20d_usd', 'price', extremes[1].2, ''),
      ('/high_55d_usd', 'price', extremes[2].1, ''),
      ('/low_55d_usd', 'price', extremes[2].2, ''),
      ('/high_180d_usd', 'price', extremes[3].1, ''),
      ('/low_180d_usd', 'price', extremes[3].2, ''),
      ('/ath_usd', 'price', if(coin_read.1 >= at_ms - 7200000 AND ifNull(coin_read.2.2 < bar_ms - 900000, 0), coin_read.2.1, NULL), ''),
      ('/volume_1h_usd', 'usd', x['market/volume_1h_usd'], ''),
      ('/median_hourly_volume_24h_usd', 'usd', x['market/median_hourly_volume_24h_usd'], ''),
      ('/market_cap_usd', 'usd', x['market/market_cap_usd'], ''),
      ('/netflow_24h_usd', 'usd', x['onchain/exchange_netflow_24h_usd'], ''),
      ('/netflow_z', 'ratio', if(length(windows) >= 648, (x['onchain/exchange_netflow_24h_usd'] - usual_net) / (1.4826 * arrayReduce('quantileExactInclusive(0.5)', arrayMap(w -> abs(w - usual_net), windows))), NULL), ''),
      ('/tenth_largest_transfer_14d_usd', 'usd', if(has_flows AND arrayAll(c -> arrayFirst(s -> s.1 = c, scanned).2 >= 1088640, chains), toNullable(tenth_usd), NULL), ''),
      if(m['onchain/tvl_change_24h_pct'] = 'null', ('/tvl_change_24h_pct', 'json', CAST(NULL, 'Nullable(Float64)'), 'null'), ('/tvl_change_24h_pct', 'pct', x['onchain/tvl_change_24h_pct'], '')),
      if(m['onchain/tvl_usd'] = 'null', ('/tvl_neutral_change_24h_pct', 'json', CAST(NULL, 'Nullable(Float64)'), 'null'), ('/tvl_neutral_change_24h_pct', 'pct', if(m['onchain/tvl_usd'] = '"unassessed"', NULL, deposits.1), ''))
    ],
    if(m['derivatives/applicable'] = 'false',
      arrayMap(name -> (concat('/', name), 'json', CAST(NULL, 'Nullable(Float64)'), 'null'), ['open_interest', 'funding_8h_pct', 'funding_percentile_90d', 'funding_readings', 'long_short_ratio',
        'liquidations_long_1h_usd', 'liquidations_short_1h_usd', 'liquidations_median_hourly_7d_usd']),
      arrayConcat(
        [
          ('/funding_8h_pct', 'pct', x['derivatives/funding_8h_pct'], ''),
          ('/funding_percentile_90d', 'pct', x['derivatives/funding_percentile_90d'], ''),
          ('/long_short_ratio', 'ratio', x['derivatives/long_short_ratio'], ''),
          ('/liquidations_long_1h_usd', 'usd', if(is_watched, toNullable(closures.1), NULL), ''),
          ('/liquidations_short_1h_usd', 'usd', if(is_watched, toNullable(closures.2), NULL), ''),
          ('/liquidations_median_hourly_7d_usd', 'usd', if(m['derivatives/applicable'] = 'true' AND notEmpty(week), toNullable(arrayReduce('quantileExactInclusive(0.5)',
            arrayMap(a -> arraySum(c -> if(c.2 = a AND has(week, c.1), c.3, 0), usual_closures), range(168)))), NULL), '')
        ],
        if(x['derivatives/open_interest_usd'] IS NULL, [('/open_interest', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], arrayFlatten(arrayMap((v, i) -> [
          (concat('/open_interest/', toString(i - 1), '/venue'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(v.1)),
          (concat('/open_interest/', toString(i - 1), '/now_usd'), 'usd', if(has(fresh.1, v.1), toNullable(v.3), NULL), ''),
          (concat('/open_interest/', toString(i - 1), '/ago_1h_usd'), 'usd', v.6[1], ''),
          (concat('/open_interest/', toString(i - 1), '/ago_4h_usd'), 'usd', v.6[2], '')
        ], materialize(interest), arrayEnumerate(materialize(interest))))),
        if(x['derivatives/funding_8h_pct'] IS NULL OR empty(past_rates) OR at_ms - past_rates[1].1 * 28800000 < 1296000000, [('/funding_readings', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], arrayFlatten(arrayMap((r, i) -> [
          (concat('/funding_readings/', toString(i - 1), '/at'), 'whole', toNullable(toFloat64(r.1 * 28800000)), ''),
          (concat('/funding_readings/', toString(i - 1), '/rate_8h_pct'), 'pct', toNullable(r.2), '')
        ], past_rates, arrayEnumerate(past_rates))))
      )),
    multiIf(NOT is_priced, [('/venue_prices', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], arrayFlatten(arrayMap((p, i) -> arrayConcat(
      [(concat('/venue_prices/', toString(i - 1), '/at'), 'whole', toNullable(toFloat64(p.1)), '')],
      arrayFlatten(arrayMap((o, k) -> [
        (concat('/venue_prices/', toString(i - 1), '/prices/', toString(k - 1), '/venue'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(o.1)),
        (concat('/venue_prices/', toString(i - 1), '/prices/', toString(k - 1), '/price_usd'), 'price', toNullable(o.2), '')
      ], p.2, arrayEnumerate(p.2)))
    ), by_minute, arrayEnumerate(by_minute)))),
    multiIf(known_of.2 = 0, [('/peg_prices', 'json', CAST(NULL, 'Nullable(Float64)'), 'null')], NOT is_priced, [('/peg_prices', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], arrayFlatten(arrayMap((p, i) -> arrayConcat(
      [(concat('/peg_prices/', toString(i - 1), '/at'), 'whole', toNullable(toFloat64(p.1)), '')],
      arrayFlatten(arrayMap((o, k) -> [
        (concat('/peg_prices/', toString(i - 1), '/prices/', toString(k - 1), '/venue'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(o.1)),
        (concat('/peg_prices/', toString(i - 1), '/prices/', toString(k - 1), '/price_usd'), 'price', toNullable(o.2), '')
      ], p.2, arrayEnumerate(p.2)))
    ), by_minute, arrayEnumerate(by_minute)))),
    multiIf(NOT has_flows, [('/transfers', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], empty(transfers), [('/transfers', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')], arrayFlatten(arrayMap((f, i) -> arrayMap(o -> (concat('/transfers/', toString(i - 1), '/', o.1), o.2, o.3, o.4), [
      ('tx_hash', 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(f.1)),
      ('chain', 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(f.2)),
      ('at', 'whole', toNullable(toFloat64(f.3)), ''),
      ('value_usd', 'usd', toNullable(f.4), ''),
      ('supply_pct', 'pct', if(ifNull(coins > 0, 0), f.5 / coins * 100, NULL), ''),
      ('from', 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(f.6)),
      ('to', 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(f.7)),
      ('internal', 'json', CAST(NULL, 'Nullable(Float64)'), if(f.8, 'true', 'false'))
    ]), materialize(transfers), arrayEnumerate(materialize(transfers))))),
    if(NOT has_books, [('/depth', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"'), ('/spread', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], arrayFlatten(arrayMap((b, i) -> arrayConcat(
      [
        (concat('/depth/', toString(i - 1), '/venue'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(b.1)),
        (concat('/depth/', toString(i - 1), '/median_24h_usd'), 'usd', if(has(usual_books.1, b.1), toNullable(arrayFirst(u -> u.1 = b.1, usual_books).2), NULL), ''),
        (concat('/spread/', toString(i - 1), '/venue'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(b.1)),
        (concat('/spread/', toString(i - 1), '/weight'), 'usd', multiIf(has(venues.1, b.1), toNullable(arrayFirst(v -> v.1 = b.1, venues).2),
          arrayExists(t -> t.1 = b.1 AND t.4 = 'spot' AND t.3 >= at_ms - 900000, all_tickers), toNullable(arrayFirst(t -> t.1 = b.1 AND t.4 = 'spot', all_tickers).2), NULL), ''),
        (concat('/spread/', toString(i - 1), '/now_bps'), 'bps', if(b.2 >= at_ms - 600000, toNullable(b.3), NULL), ''),
        (concat('/spread/', toString(i - 1), '/median_24h_bps'), 'bps', if(has(usual_books.1, b.1), toNullable(arrayFirst(u -> u.1 = b.1, usual_books).3), NULL), '')
      ],
      if(b.2 < at_ms - 600000 OR empty(b.4), [(concat('/depth/', toString(i - 1), '/samples_usd'), 'json', CAST(NULL, 'Nullable(Float64)'), '[]')],
        arrayMap((s, k) -> (concat('/depth/', toString(i - 1), '/samples_usd/', toString(k - 1)), 'usd', toNullable(s), ''), arraySlice(b.4, -3), arrayEnumerate(arraySlice(b.4, -3))))
    ), materialize(books), arrayEnumerate(materialize(books))))),
    multiIf(NOT is_never_locked AND NOT schedule.1, [('/upcoming_unlocks', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], is_never_locked OR empty(cliffs), [('/upcoming_unlocks', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')], arrayFlatten(arrayMap((u, i) -> [
      (concat('/upcoming_unlocks/', toString(i - 1), '/at'), 'whole', toNullable(toFloat64(u.1)), ''),
      (concat('/upcoming_unlocks/', toString(i - 1), '/pct_of_circulating'), 'pct', u.3 / coins * 100, '')
    ], cliffs, arrayEnumerate(cliffs)))),
    multiIf(empty(listed.2), [('/contract_scan', 'json', CAST(NULL, 'Nullable(Float64)'), 'null')], scan_reads[1] = 0 OR scan_reads[2] = 0, [('/contract_scan', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], arrayFlatten(arrayMap((name, k) -> [
      (concat('/contract_scan/', name, '/at'), 'whole', toNullable(toFloat64(scan_reads[k])), ''),
      (concat('/contract_scan/', name, '/contract_risk'), 'json', CAST(NULL, 'Nullable(Float64)'), scan_levels[k]),
      (concat('/contract_scan/', name, '/buy_tax_pct'), 'pct', scan_taxes[k].1, ''),
      (concat('/contract_scan/', name, '/sell_tax_pct'), 'pct', scan_taxes[k].2, '')
    ], ['now', 'previous'], [1, 2])))
  )) AS row
  FROM
  (
    SELECT *,
      if(notEmpty(windows), arrayReduce('quantileExactInclusive(0.5)', windows), 0) AS usual_net,
      -- By range the median over venues of what each of them had at most and at least.
      arrayMap(list -> if(empty(list), (NULL, NULL), (toNullable(arrayReduce('quantileExactInclusive(0.5)', list.1)), toNullable(arrayReduce('quantileExactInclusive(0.5)', list.2)))),
        arrayMap((k, needed_hours) -> arrayMap(v -> (
            if(is_outside AND has(tails.1, v.1), greatest(v.2[k], arrayFirst(o -> o.1 = v.1, tails).2), v.2[k]),
            if(is_outside AND has(tails.1, v.1), least(v.3[k], arrayFirst(o -> o.1 = v.1, tails).3), v.3[k])),
          arrayFilter(v -> v.4[k] >= needed_hours, ranges)), [1, 2, 3], [432, 1188, 3888])) AS extremes,
      notEmpty(counted) AND NOT (is_open AND arrayExists(r -> has(tellers, r.2) AND NOT has(interest.1, r.2), reporters)) AND m['derivatives/applicable'] = 'true'
        AND if(arraySum(reporters.4) > 0, arraySum(counted.4) / arraySum(reporters.4), length(counted) / length(reporters)) >= 0.6 AS is_watched,
      arrayFilter(r -> NOT has(totals.1, r.1), counted) AS singly,
      (arraySum(o -> if(has(counted.1, o.1), o.3[1], 0), totals) + arraySum(o -> if(has(singly.1, o.1), o.2[1], 0), singles),
        arraySum(o -> if(has(counted.1, o.1), o.4[1], 0), totals) + arraySum(o -> if(has(singly.1, o.1), o.3[1], 0), singles)) AS closures
    FROM
    (
      SELECT *,
        -- The week's whole days by the hour, of all chains together.
        if(has_flows AND notEmpty(chains) AND length(of_chains) = length(chains), arrayMap(a -> arraySum(c -> c.2[a + 24] - c.2[a], sums), arrayFilter(a -> arrayAll(c -> c.3[a + 24] - c.3[a] >= 86400, sums), range(1, 721))), []) AS windows,
        arrayMap(p -> (p.1, arraySum(o -> o.1 * o.2, p.2) / arraySum(p.2.2)), arrayFilter(p -> notEmpty(p.2) AND arraySum(p.2.2) >= 0.6 * interest_whole, weighed)) AS past_rates,
        -- Of the week's providers alone where any was watched, so that both are of the same ones; the share they need is of all reporters.
        arrayFilter(r -> r.3 AND (empty(week) OR has(week, r.1)) AND arrayFirst(o -> o.1 = r.1, arrayConcat(arrayMap(o -> (o.1, o.2), totals), watched)).2[1] >= 3240, reporters) AS counted,
        -- Minutes since the hour are looked at where the last quarter closed beyond what the hours of some venue hold.
        notEmpty(bounds) AND arrayExists(c -> c > arrayMin(bounds.1) OR c < arrayMax(bounds.2), bar_closes) AS is_outside
      FROM
      (
        SELECT *,
          arrayMap(c -> (c.1, arrayConcat([toFloat64(0)], arrayCumSum(c.2)), arrayConcat([toUInt64(0)], arrayCumSum(c.3))), of_chains) AS sums,
          arraySum(interest_weights.2) AS interest_whole,
          arrayMap(p -> (p.1, arrayFilter(o -> o.2 > 0, arrayMap(v -> (v.2, arrayFirst(w -> w.1 = v.1, interest_weights).2), p.2))), settled) AS weighed,
          -- provider, venue, read lately, weight
          arrayMap(p -> (p, arrayFirst(o -> o.1 = p, places).2 AS place, arrayMax(c -> if(c.1 = p, c.7, 0), closing) >= at_ms - 900000,
            arrayFirst(w -> w.1 = place, interest_weights).2), arrayFilter(p -> has(places.1, p), arraySort(arrayDistinct(closing.1)))) AS reporters
        FROM
        (
          SELECT *,
            arrayFilter(f -> has(chains, f.1), usual_flows) AS of_chains,
            arrayExists(v -> NOT has(interest.1, v), tellers) AS is_open,
            if(NOT is_open AND arraySum(interest_known.2) = 0, arrayMap(w -> (w.1, toFloat64(1)), interest_known), interest_known) AS interest_weights,
            arrayFilter(c -> c.7 > 0, if(arrayExists(c -> c.3 != '', closing_calls), arrayFilter(c -> c.3 != '', closing_calls), closing_calls)) AS closing,
            if(empty(long_closes), NULL, arrayReduce('quantileExactInclusive(0.5)', long_closes)) AS long_ago,
            if(empty(bar_closes), NULL, arrayReduce('quantileExactInclusive(0.5)', bar_closes)) AS bar_close
          FROM
          (
            SELECT *,
              mapFromArrays(['market/price_usd', 'market/change_1h_pct', 'market/sigma_1h_pct', 'market/volume_1h_usd', 'market/median_hourly_volume_24h_usd', 'market/market_cap_usd', 'derivatives/open_interest_usd', 'derivatives/funding_8h_pct', 'derivatives/funding_percentile_90d', 'derivatives/long_short_ratio', 'onchain/exchange_netflow_24h_usd', 'onchain/tvl_change_24h_pct'], arrayMap(p -> toFloat64OrNull(m[p]), ['market/price_usd', 'market/change_1h_pct', 'market/sigma_1h_pct', 'market/volume_1h_usd', 'market/median_hourly_volume_24h_usd', 'market/market_cap_usd', 'derivatives/open_interest_usd', 'derivatives/funding_8h_pct', 'derivatives/funding_percentile_90d', 'derivatives/long_short_ratio', 'onchain/exchange_netflow_24h_usd', 'onchain/tvl_change_24h_pct'])) AS x,
              m['market/price_usd'] != '"unassessed"' AS is_priced,
              m['onchain/large_transfers_24h/count'] != '"unassessed"' AS has_flows,
              arrayMap(i -> JSONExtractString(m[concat('onchain/chains_covered/', i, '/chain')]), arrayFilter(i -> i != '' AND m[concat('onchain/chains_covered/', i, '/covered')] = 'true',
                arrayMap(p -> extract(p, '^onchain/chains_covered/(\\d+)/chain$'), shown.1))) AS chains,
              arrayReduce('quantileExactInclusive(0.5)', venues.4) AS price,
              -- The last close of each venue in the quarter, and in one that ends four hours before the price.
              arrayMap(v -> arrayLast(c -> c.1 <= bar_ms AND c.1 > bar_ms - 900000, v.2).2, arrayFilter(v -> arrayExists(c -> c.1 <= bar_ms AND c.1 > bar_ms - 900000, v.2), minutes)) AS bar_closes,
              arrayMap(v -> arrayLast(c -> c.1 <= anchor - 14400000 AND c.1 > anchor - 15300000, v.2).2, arrayFilter(v -> arrayExists(c -> c.1 <= anchor - 14400000 AND c.1 > anchor - 15300000, v.2), minutes)) AS long_closes,
              arrayMap(t -> (t, arrayMap(v -> (v.1, arrayFirst(c -> c.1 = t, v.2).2), arrayFilter(v -> arrayExists(c -> c.1 = t, v.2), minutes))),
                arraySort(arrayDistinct(arrayFilter(t -> t > at_ms - 660000, arrayFlatten(arrayMap(v -> v.2.1, minutes)))))) AS by_minute,
              arrayMap(v -> (v.2[1], v.3[1]), arrayFilter(v -> v.4[1] > 0, ranges)) AS bounds,
              arrayFilter(v -> NOT arrayExists(o -> o.1 = v.1 AND ifNull(NOT (greatest(v.3, o.3.1) <= 1.5 * least(v.3, o.3.1)
                OR greatest(2 * v.3, o.3.1) <= 1.25 * least(2 * v.3, o.3.1)), 0), opinions), read_interest) AS fresh,
              -- Venues that list the token and of whose size nothing is known leave every sum open.
              arrayDistinct(arrayMap(c -> c.9, arrayFilter(c -> c.2 IN ('open-interest', 'open-interest-history') AND c.3 != '' AND c.8 > 0, calls))) AS tellers,
              arrayFilter(c -> c.2 IN ('liquidation', 'liquidation-window'), calls) AS closing_calls,
              arrayConcat(arrayMap(v -> (v.5, v.1), interest), arrayMap(c -> (c.1, c.9), arrayFilter(c -> c.2 IN ('open-interest', 'open-interest-history')
                AND c.3 != '' AND c.8 > 0, calls))) AS places,
              arrayMap(k -> if(k = 1 AND notEmpty(changed), arrayMax(changed), arrayMax(arrayConcat([toInt64(0)], scan_sides[k].6))), [1, 2]) AS scan_reads,
              arrayMap(list -> (arrayMap(j -> ifNull(toInt8(j.3), -1), list) AS levels, if(notEmpty(levels) AND arrayMax(levels) >= 0 AND (arrayMax(levels) >= 2 OR NOT (has(levels, -1) OR arrayExists(j -> j.8, list))),
                concat('"', ['low', 'medium', 'high', 'critical'][arrayMax(levels) + 1], '"'), '"unassessed"')).2, scan_sides) AS scan_levels,
              arrayMap(list -> (if(arrayExists(j -> j.4 IS NULL, list), NULL, arrayMax(arrayMap(j -> j.4, list))), if(arrayExists(j -> j.5 IS NULL, list), NULL, arrayMax(arrayMap(j -> j.5, list)))), scan_sides) AS scan_taxes
            FROM
            (
              SELECT *,
                mapFromArrays(shown.1, shown.2) AS m,
                if(notEmpty(venues), arrayMax(venues.3), minute_ms) AS anchor,
                arrayFilter(c -> c.3 IN ('', {token:String}), all_calls) AS calls,
                arrayFilter(o -> o.2 >= at_ms - 7200000, all_opinions) AS opinions,
                -- Some count both sides of each contract: about twice as much is the same.
                arrayFilter(v -> v.2 >= at_ms - 1800000, interest) AS read_interest,
                arrayMap(v -> (v, arrayFirst(o -> o.1 = v, interest).4), arrayDistinct(arrayConcat(interest.1, funding.1))) AS interest_known,
                arrayFilter(p -> has(interest.5, p), usual_watch) AS week,
                arrayExists(b -> b.2 >= at_ms - 600000, books) AND arrayExists(b -> has(usual_books.1, b.1), books) AS has_books,
                if(coin_read.1 >= at_ms - 259200000, coin_read.2.3, NULL) AS coins,
                arrayFilter(u -> u.2 = 'cliff' AND u.3 > 0, schedule.2) AS cliffs,
                NOT schedule.1 AND (known_of.2 = 1 OR known_of.3) AS is_never_locked,
                [arrayFilter(j -> j.2 = 0, judged), arrayFilter(j -> j.2 = 1, judged)] AS scan_sides,
                -- What changed gives the newer reading its instant.
                arrayFilter(t -> t > 0, arrayMap((a, b) -> if(a.7 = b.7, toInt64(0), a.6), scan_sides[1], scan_sides[2])) AS changed
              FROM
              (
                SELECT at_ms, minute_ms, usual_ms, bar_ms, shown, all_calls, venues, all_tickers, all_opinions, interest, funding, settled, totals, watched, singles, minutes, ranges, tails,
                  coin_read, books, usual_books, usual_closures, usual_watch, usual_flows, transfers, tenth_usd, scanned, deposits, known_of, schedule, listed, judged
              )
            )
          )
        )
      )
    )
  )
)

-- State section supply: every quantity of it for a token at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Supplies are those of the newest reading of three days; one that a second directory contradicts by more than five per cent
-- is nobody's. Releases are those of the schedule that was read last within three days.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- The newest completed minute of each venue, none older than fifteen minutes.
  (
    SELECT groupArray((venue, '', closed, price))
    FROM
    (
      SELECT toString(venue) AS venue, toUnixTimestamp64Milli(max(open_at)) + 60000 AS closed, argMax(close, open_at) AS price
      FROM venue_candle_versions
      WHERE token = {token:String} AND interval_s = 60 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 16 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE
        AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      GROUP BY venue
    )
  ) AS venues,
  -- Price and how far its sources are apart.
  (SELECT arraySort(venues.4)) AS closes,
  toUInt32(length(closes)) AS n,
  arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1))) AS agree,
  arrayReduce('quantileExactInclusive(0.5)', closes) AS middle,
  if(n > 0 AND agree, middle, NULL) AS price,
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
  (
    SELECT (count() > 0, argMax(circulating_native, at))
    FROM coin_market_versions
    WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 31 DAY AND at <= toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 30 DAY
      AND circulating_native IS NOT NULL
      AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
  ) AS month_ago,
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
  -- What chains show to be burned and staked: of every chain that is read, or none counts.
  (
    SELECT groupArray((chain, burned, staked))
    FROM
    (
      SELECT chain, argMinIf(burned, provider, burned_ms >= at_ms - 43200000) AS burned, argMinIf(staked, provider, staked_ms >= at_ms - 43200000) AS staked
      FROM
      (
        SELECT toString(chain) AS chain, provider, argMaxIf(burned_native, at, burned_native IS NOT NULL) AS burned,
          toUnixTimestamp64Milli(maxIf(at, burned_native IS NOT NULL)) AS burned_ms, argMaxIf(staked_native, at, staked_native IS NOT NULL) AS staked,
          toUnixTimestamp64Milli(maxIf(at, staked_native IS NOT NULL)) AS staked_ms
        FROM chain_supply_versions
        WHERE token = {token:String} AND at > toStartOfFiveMinutes({at:DateTime64(3, 'UTC')}) - INTERVAL 2 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY chain, provider
      )
      GROUP BY chain
    )
  ) AS shown,
  arrayFilter(c -> c = known_of.1 OR has(known_of.4, c), ['eth', 'bsc']) AS burn_chains,
  (SELECT arrayMap(c -> arrayFirst(s -> s.1 = c, shown).2, burn_chains)) AS burns,
  if(empty(burns) OR arrayExists(b -> b IS NULL, burns), NULL, arraySum(arrayMap(b -> ifNull(b, 0), burns))) AS burned,
  known_of.1 IN ('sol', 'ada') AS can_stake,
  if(can_stake, arrayFirst(s -> s.1 = known_of.1, shown).3, NULL) AS staked
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
      ('/as_of', 'time', toNullable(toFloat64(if(has_coin, coin_read.4, at_ms))), ''),
      ('/coverage/weight_pct', 'pct', if(empty(counted), 100, arrayCount(m -> if(m.2 = 'json', m.4 != '"unassessed"', ifNull(isFinite(m.3), 0)), counted) / length(counted) * 100), '')
    ],
    made
  )) AS row
  FROM
  (
    SELECT *,
      -- Members that apply, without what no source tells of the token.
      arrayFilter(m -> NOT (m.2 = 'json' AND m.4 = 'null') AND NOT (m.1 = '/burned_native' AND empty(burn_chains)) AND NOT (m.1 = '/staked_pct' AND NOT can_stake), made) AS counted
    FROM
    (
      SELECT *,
        [
          ('/circulating_native', 'native', circulating, ''),
          ('/total_native', 'native', if(has_coin AND NOT contested[2], coin.3, NULL), ''),
          if(is_endless, ('/max_native', 'json', NULL, 'null'), ('/max_native', 'native', most, '')),
          if(is_endless AND circulating IS NOT NULL, ('/circulating_pct_of_max', 'json', NULL, 'null'), ('/circulating_pct_of_max', 'pct', circulating / most * 100, '')),
          ('/inflation_30d_pct', 'pct', if(month_ago.1, (circulating / month_ago.2 - 1) * 100, NULL), ''),
          ('/burned_native', 'native', burned, ''),
          if(is_mined, ('/staked_pct', 'json', NULL, 'null'), ('/staked_pct', 'pct', staked / circulating * 100, ''))
        ] AS supplies,
        arrayConcat(supplies, ahead, next_unlock) AS made
      FROM
      (
        SELECT *,
          if(has_coin AND NOT is_max_contested, coin.4, NULL) AS most,
          has_coin AND NOT is_max_contested AND coin.4 IS NULL AS is_endless,
          arrayMap(days -> if(is_never_locked, (concat('/unlocks_', toString(days), 'd_pct'), 'json', NULL, 'null'), (concat('/unlocks_', toString(days), 'd_pct'), 'pct',
            if(schedule.1, arraySum(r -> if(r.1 <= at_ms + days * 86400000, r.3, 0), releases) / circulating * 100, NULL), '')), [7, 30, 90]) AS ahead,
          multiIf(is_never_locked OR (schedule.1 AND empty(ordered)), [('/next_unlock', 'json', NULL, 'null')],
            NOT schedule.1, [('/next_unlock', 'json', NULL, '"unassessed"')],
            [
              ('/next_unlock/at', 'time', toNullable(toFloat64(ordered[1].1)), ''),
              ('/next_unlock/amount_native', 'native', toNullable(ordered[1].3), ''),
              ('/next_unlock/value_usd', 'usd', price * ordered[1].3, ''),
              ('/next_unlock/pct_of_circulating', 'pct', ordered[1].3 / circulating * 100, ''),
              ('/next_unlock/kind', 'json', NULL, toJSONString(ordered[1].2))
            ]) AS next_unlock
        FROM
        (
          SELECT *,
            contested[3] OR (opinion.1 AND coin.4 IS NULL AND ifNull(opinion.2.3 > 0, 0)) AS is_max_contested,
            if(has_coin AND NOT contested[1], coin.2, NULL) AS circulating,
            arrayConcat(arrayFilter(r -> r.2 = 'cliff', released), arrayFilter(r -> r.2 != 'cliff', released)) AS ordered
          FROM
          (
            SELECT *,
              arrayMap((a, b) -> opinion.1 AND ifNull(abs(a - b) > 0.05 * greatest(abs(a), abs(b)), 0),
                [coin.2, coin.3, coin.4], [opinion.2.1, opinion.2.2, opinion.2.3]) AS contested,
              arrayFilter(r -> r.3 > 0, releases) AS released
            FROM
            (
              SELECT *,
                if(n > 0, arrayMax(venues.3), intDiv(at_ms, 60000) * 60000) AS anchor,
                if(n > 0, arrayMax(venues.3), at_ms) AS spot_at,
                coin_read.1 > 0 AND coin_read.4 >= at_ms - 259200000 AS has_coin,
                coin_read.3 AS coin,
                schedule.2 AS releases,
                NOT schedule.1 AND (known_of.2 = 1 OR known_of.3) AS is_never_locked,
                known_of.1 != '' AND known_of.3 AS is_mined
              FROM
              (
                SELECT at_ms, venues, n, price, coin_read, opinion, month_ago, known_of, schedule, burn_chains, burned, can_stake, staked
              )
            )
          )
        )
      )
    )
  )
)

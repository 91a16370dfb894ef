-- State section onchain: every quantity of it for a token at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Windows of all chains end where the first of them ends that was read within six hours; a chain counts where its window was
-- scanned whole, and chains are summed where they carry 60 % of what moves, told by the last week in which all were read.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  (
    SELECT (groupArray(native)[1], groupArray(mapKeys(contracts))[1], groupArray(locked_as)[1])
    FROM tracked
    WHERE token = {token:String}
  ) AS listed,
  -- How each source that may tell of it was doing in the last two hours: source, token, last one well, its end, last with rows.
  (
    SELECT groupArray((source, name, last_outcome, last_ms, kept_ms))
    FROM
    (
      SELECT toString(source) AS source, toString(token) AS name, argMax(toString(outcome), (responded_at, id)) AS last_outcome,
        toUnixTimestamp64Milli(max(responded_at)) AS last_ms, toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok' AND rows > 0)) AS kept_ms
      FROM source_call
      WHERE token IN ({token:String}, '') AND (source LIKE '%-exchange-flow' OR source LIKE '%-reserve')
        AND requested_at > fromUnixTimestamp64Milli(intDiv(at_ms - 180000, 600000) * 600000 - 7200000, 'UTC')
        AND requested_at <= {at:DateTime64(3, 'UTC')} AND responded_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY source, name, endpoint
      ORDER BY last_ms DESC, last_outcome = 'ok'
    )
  ) AS calls,
  -- Windows of eight days by chain: chain, newest end, labels, and for each end, length, towards and away in USD, and whether unpriced.
  (
    SELECT groupArray((name, newest, labels, list))
    FROM
    (
      SELECT name, max(ended) AS newest, argMax(label, ended) AS labels, groupArray((ended, span, inflow, outflow, blank)) AS list
      FROM
      (
        SELECT toString(chain) AS name, toUnixTimestamp64Milli(at) + max(window_s) * 1000 AS ended, max(window_s) AS span, toString(any(label_set)) AS label,
          sum(ifNull(inflow_usd, 0)) AS inflow, sum(ifNull(outflow_usd, 0)) AS outflow,
          max((inflow_native > 0 AND inflow_usd IS NULL) OR (outflow_native > 0 AND outflow_usd IS NULL)) AS blank
        FROM exchange_flow_versions
        WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 8 DAY AND at + toIntervalSecond(window_s) <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY name, at
      )
      GROUP BY name
      ORDER BY name
    )
  ) AS scans,
  -- What moved on each chain in the newest seven days in a row that were scanned whole on all of them.
  (
    SELECT groupArray((name, list))
    FROM
    (
      SELECT name, groupArray((day, amount)) AS list
      FROM
      (
        SELECT name, day, sum(amount) AS amount
        FROM
        (
          SELECT toString(chain) AS name, toUInt32(toDate(at)) AS day, max(window_s) AS span, sum(inflow_native + outflow_native) AS amount
          FROM exchange_flow_versions
          WHERE token = {token:String} AND at >= toStartOfDay({at:DateTime64(3, 'UTC')}) - INTERVAL 35 DAY AND at + toIntervalSecond(window_s) <= {at:DateTime64(3, 'UTC')}
            AND stored_at <= {known_flow_days:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known_flow_days:DateTime64(3, 'UTC')})
          GROUP BY name, day, at
        )
        GROUP BY name, day
        HAVING sum(span) >= 86400
      )
      GROUP BY name
    )
  ) AS whole_days,
  -- Balances of the labelled wallets by chain: chain, read, held, whether one of a week before is near and its value.
  (
    SELECT groupArray((name, newest, held_now, week))
    FROM
    (
      SELECT name, any(last) AS newest, argMax(held, ms) AS held_now, argMinIf(toNullable(held), (abs(ms - last + 604800000), ms), abs(ms - last + 604800000) <= 43200000) AS week
      FROM
      (
        SELECT toString(chain) AS name, toUnixTimestamp64Milli(at) AS ms, sum(reserve_native) AS held, max(ms) OVER (PARTITION BY name) AS last
        FROM chain_reserve_versions
        WHERE token = {token:String} AND (at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY OR (at > {at:DateTime64(3, 'UTC')} - INTERVAL 8 DAY AND at < {at:DateTime64(3, 'UTC')} - INTERVAL 6 DAY))
          AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY name, ms
      )
      GROUP BY name
      ORDER BY name
    )
  ) AS wallets,
  -- Large transfers of the same day on the same chains; those inside one exchange are neither towards it nor from it.
  (
    SELECT groupArray((value_usd, chain, tx_hash, log_index, from_label, to_label, ms))
    FROM
    (
      SELECT value_usd, toString(chain) AS chain, tx_hash, log_index, toString(from_label) AS from_label, toString(to_label) AS to_label, toUnixTimestamp64Milli(at) AS ms
      FROM large_transfer_versions
      WHERE token = {token:String} AND at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY AND at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
    )
  ) AS all_transfers,
  -- What exchanges say they hold: exchange, read, held, whether one of a week before is near and its value.
  (
    SELECT groupArray((name, newest, held_now, week))
    FROM
    (
      SELECT name, any(last) AS newest, argMax(held, (ms, read_ms, stored)) AS held_now,
        argMinIf(toNullable(held), (abs(ms - last + 604800000), ms, -read_ms, -stored), abs(ms - last + 604800000) <= 43200000) AS week
      FROM
      (
        SELECT toString(exchange) AS name, toUnixTimestamp64Milli(at) AS ms, toUnixTimestamp64Milli(retrieved_at) AS read_ms, toUnixTimestamp64Milli(stored_at) AS stored,
          reserve_native AS held, max(ms) OVER (PARTITION BY name) AS last
        FROM exchange_reserve_versions
        WHERE token = {token:String} AND (at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY OR (at > {at:DateTime64(3, 'UTC')} - INTERVAL 8 DAY AND at < {at:DateTime64(3, 'UTC')} - INTERVAL 6 DAY))
          AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      )
      GROUP BY name
    )
  ) AS holders,
  -- What was counted of its use, by chain and figure: the chain's own word, or a provider's of whole days.
  (
    SELECT groupArray((name, figure, is_own, who, newest.1, newest.2, near.1 = 1, near.2))
    FROM
    (
      SELECT name, who, figure, is_own, argMax((ms, amount), (ms, read_ms, stored)) AS newest,
        argMinIf((toUInt8(1), amount), (apart, ms, -read_ms, -stored), apart <= 1800000) AS near
      FROM
      (
        SELECT *, abs(ms - midnight) AS apart, minIf(last, is_own) OVER (PARTITION BY figure) AS common
        FROM
        (
          SELECT toString(chain) AS name, toString(provider) AS who, pair.1 AS figure, assumeNotNull(pair.2) AS amount, toUnixTimestamp64Milli(at) AS ms,
            toUnixTimestamp64Milli(retrieved_at) AS read_ms, toUnixTimestamp64Milli(stored_at) AS stored, who = name OR endsWith(who, concat(':', name)) AS is_own,
            maxIf(ms, ms % 86400000 = 0) OVER (PARTITION BY name, figure) AS midnight, maxIf(ms, is_own) OVER (PARTITION BY name, figure) AS last
          FROM
          (
            SELECT chain, provider, at, retrieved_at, stored_at, arrayJoin([('transactions', transactions_count), ('addresses', active_addresses_count)]) AS pair
            FROM chain_activity_versions
            WHERE token = {token:String} AND at > toStartOfFiveMinutes({at:DateTime64(3, 'UTC')}) - INTERVAL 4 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
          )
          WHERE pair.2 IS NOT NULL
        )
      )
      WHERE NOT is_own OR ms <= common
      GROUP BY name, who, figure, is_own
      ORDER BY name, who
    )
  ) AS figures,
  -- Holders, of all its contracts together; shares are of the contract that most hold.
  (
    SELECT groupArray((holders, top, excluded))
    FROM
    (
      SELECT chain, address, argMax((holders_count, top10_pct, top10_excluded_pct), (at, retrieved_at, stored_at)) AS last, last.1 AS holders, last.2 AS top, last.3 AS excluded, max(at) AS read_at
      FROM contract_holder_versions
      WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 30 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY chain, address
      HAVING read_at >= {at:DateTime64(3, 'UTC')} - INTERVAL 168 HOUR
      ORDER BY ifNull(holders, 0) DESC, chain, address
    )
  ) AS contracts,
  -- What is locked behind it, and a directory's word on that: thirty per cent apart is nobody's.
  (
    SELECT groupArray((newest, last.1, last.2, day, week))
    FROM
    (
      SELECT any(newest_ms) AS newest, argMax((total, said), ms) AS last,
        argMinIf(toNullable(total), (abs(ms - newest_ms + 86400000), ms), abs(ms - newest_ms + 86400000) <= 21600000) AS day,
        argMinIf(toNullable(total), (abs(ms - newest_ms + 604800000), ms), abs(ms - newest_ms + 604800000) <= 43200000) AS week
      FROM
      (
        SELECT toUnixTimestamp64Milli(at) AS ms, sum(tvl_usd) AS total, any(tuple(change_24h_pct)).1 AS said, max(ms) OVER () AS newest_ms
        FROM token_tvl_versions
        WHERE token = {token:String} AND (at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY OR (at > {at:DateTime64(3, 'UTC')} - INTERVAL 8 DAY AND at < {at:DateTime64(3, 'UTC')} - INTERVAL 6 DAY))
          AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        GROUP BY ms
      )
      HAVING count() > 0
    )
  ) AS locked,
  (
    SELECT (toUnixTimestamp64Milli(max(at)), argMax(tuple(tvl_usd), (at, retrieved_at, stored_at)).1)
    FROM coin_profile_versions
    WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 5 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS profile
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
      ('/as_of', 'time', toNullable(toFloat64(if(until = 0, at_ms, until))), ''),
      ('/coverage/weight_pct', 'pct', share * 100, ''),
      ('/label_set', 'json', NULL, if(empty(live), '"unassessed"', toJSONString(arrayStringConcat(arraySort(arrayDistinct(live.3)), ',')))),
      ('/exchange_inflow_24h_usd', 'usd', flows[2].1, ''),
      ('/exchange_outflow_24h_usd', 'usd', flows[2].2, ''),
      ('/exchange_netflow_1h_usd', 'usd', flows[1].1 - flows[1].2, ''),
      ('/exchange_netflow_24h_usd', 'usd', flows[2].1 - flows[2].2, ''),
      ('/exchange_netflow_7d_usd', 'usd', flows[3].1 - flows[3].2, ''),
      ('/exchange_reserve_native', 'native', if(has_reserve, toNullable(arraySum(keeping.3)), NULL), ''),
      ('/reserve_change_7d_pct', 'pct', if(has_week, (arraySum(lasting.3) / arraySum(arrayMap(h -> ifNull(h.4, 0), lasting)) - 1) * 100, NULL), ''),
      ('/active_addresses_24h', 'whole', used[2], ''),
      ('/transactions_24h', 'whole', if(is_contested, NULL, used[1]), ''),
      ('/holders_count', 'whole', if(is_held, toNullable(toFloat64(arraySum(arrayMap(c -> ifNull(c.1, 0), contracts)))), NULL), ''),
      ('/top10_holders_pct', 'pct', if(is_held, contracts[1].2, NULL), ''),
      ('/top10_excluded_pct', 'pct', if(is_held, contracts[1].3, NULL), '')
    ],
    if(listed.3 = '', [('/tvl_usd', 'json', CAST(NULL, 'Nullable(Float64)'), 'null'), ('/tvl_change_24h_pct', 'json', NULL, 'null'), ('/tvl_change_7d_pct', 'json', NULL, 'null')], [
      ('/tvl_usd', 'usd', if(has_locked, toNullable(locked[1].2), NULL), ''),
      ('/tvl_change_24h_pct', 'pct', if(has_locked, ifNull((locked[1].2 / locked[1].4 - 1) * 100, locked[1].3), NULL), ''),
      ('/tvl_change_7d_pct', 'pct', if(has_locked, (locked[1].2 / locked[1].5 - 1) * 100, NULL), '')
    ]),
    [
      ('/large_transfers_24h/count', 'whole', if(has_day, toNullable(toFloat64(length(transfers))), NULL), ''),
      ('/large_transfers_24h/total_usd', 'usd', if(has_day, toNullable(arraySum(transfers.1)), NULL), ''),
      ('/large_transfers_24h/to_exchange_usd', 'usd', if(has_day, toNullable(arraySum(x -> if(x.6 IS NOT NULL AND ifNull(x.5, '') != ifNull(x.6, ''), x.1, 0), transfers)), NULL), ''),
      ('/large_transfers_24h/from_exchange_usd', 'usd', if(has_day, toNullable(arraySum(x -> if(x.5 IS NOT NULL AND ifNull(x.5, '') != ifNull(x.6, ''), x.1, 0), transfers)), NULL), '')
    ],
    multiIf(NOT has_day, [('/large_transfers_24h/largest', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')],
      empty(transfers), [('/large_transfers_24h/largest', 'json', CAST(NULL, 'Nullable(Float64)'), 'null')], [
        ('/large_transfers_24h/largest/tx_hash', 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(transfers[1].3)),
        ('/large_transfers_24h/largest/chain', 'json', NULL, toJSONString(transfers[1].2)),
        ('/large_transfers_24h/largest/value_usd', 'usd', toNullable(transfers[1].1), ''),
        ('/large_transfers_24h/largest/from_label', 'json', NULL, if(transfers[1].5 IS NULL, 'null', toJSONString(ifNull(transfers[1].5, '')))),
        ('/large_transfers_24h/largest/to_label', 'json', NULL, if(transfers[1].6 IS NULL, 'null', toJSONString(ifNull(transfers[1].6, '')))),
        ('/large_transfers_24h/largest/at', 'time', toNullable(toFloat64(transfers[1].7)), '')
      ]),
    if(empty(homes), [('/chains_covered', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], arrayFlatten(arrayMap((c, i) -> [
      (concat('/chains_covered/', toString(i - 1), '/chain'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(c)),
      (concat('/chains_covered/', toString(i - 1), '/covered'), 'json', NULL, if(has(counted.1, c), 'true', 'false')),
      (concat('/chains_covered/', toString(i - 1), '/reason'), 'json', NULL, multiIf(has(counted.1, c), 'null', has(live.1, c), '"insufficient_history"', NOT has(read_chains, c), '"no_source"',
        arrayFirst(x -> x.1 = concat(c, '-exchange-flow'), calls).3 = 'rate_limited', '"source_rate_limited"',
        arrayFirst(x -> x.1 = concat(c, '-exchange-flow'), calls).3 = 'not_configured', '"not_configured"',
        arrayFirst(x -> x.1 = concat(c, '-exchange-flow'), calls).3 NOT IN ('', 'ok'), '"source_error"',
        has(scans.1, c) OR arrayExists(x -> x.1 = concat(c, '-exchange-flow') AND x.2 != '' AND x.5 > 0, calls), '"stale"', '"pending"'))
    ], homes, arrayEnumerate(homes))))
  )) AS row
  FROM
  (
    SELECT *,
      -- Towards and away in the hour, the day and the week.
      arrayMap(k -> if(is_told[k] AND NOT arrayExists(s -> s.2[k].4 = 1, counted), (toNullable(arraySum(s -> s.2[k].2, counted)), toNullable(arraySum(s -> s.2[k].3, counted))), (NULL, NULL)), [1, 2, 3]) AS flows
    FROM
    (
      SELECT *,
        if(has_hour_alone, hours, days) AS counted,
        if(has_hour_alone, shares[1], shares[2]) AS share,
        [has_day OR has_hour_alone, has_day, has_day AND arrayAll(s -> s.2[3].1, days)] AS is_told
      FROM
      (
        SELECT *,
          NOT has_day AND ifNull(shares[1] >= 0.6, 0) AS has_hour_alone
        FROM
        (
          SELECT *,
            ifNull(shares[2] >= 0.6, 0) AS has_day
          FROM
          (
            SELECT *,
              -- Share of what moves that some chains carry; null where the token's own chain is not among them or the others' size is not known.
              arrayMap(some -> multiIf(empty(some) OR (listed.1 != '' AND NOT has(some.1, listed.1)), CAST(NULL, 'Nullable(Float64)'), arrayAll(c -> has(some.1, c), moving), 1,
                empty(weights), NULL, arraySum((c, w) -> if(has(some.1, c), w, 0), moving, weights) / arraySum(weights)), [hours, days]) AS shares,
              has_reserve AND if(is_unlisted, length(lasting) = length(keeping), kept[2] >= 0.6) AS has_week
            FROM
            (
              SELECT *,
                multiIf(arraySum(moved_weights) > 0, moved_weights, arrayAll(c -> has(wallets.1, c), moving) AND arraySum(held_weights) > 0, held_weights, []) AS weights,
                kept[1] >= 0.6 AS has_reserve
              FROM
              (
                SELECT *,
                  arrayMap(list -> if(last_day = 0, 0, arraySum(x -> if(x.1 <= last_day AND x.1 > last_day - 7, x.2, 0), list)), days_of) AS moved_weights,
                  arrayMap(some -> if(empty(some), 0, if(arraySum(keepers.3) > 0, arraySum(some.3) / arraySum(keepers.3), length(some) / (length(keepers) + if(is_unlisted, length(unread), 0)))), [keeping, lasting]) AS kept
                FROM
                (
                  SELECT *,
                    arrayFirst(d -> arrayAll(back -> has(common_days, d - back), range(7)), common_days) AS last_day,
                    arrayFilter(h -> h.4 IS NOT NULL, keeping) AS lasting
                  FROM
                  (
                    SELECT *,
                      if(length(scanned) < 2, [], arrayReverseSort(days_of[1].1)) AS any_days,
                      arrayFilter(d -> arrayAll(list -> has(list.1, d), days_of), any_days) AS common_days,
                      arraySort(x -> (-x.1, x.2), arrayReverseSort(x -> (x.1, x.3, x.4), arrayFilter(x -> has(days.1, x.2) AND x.7 >= until - 86400000 AND x.7 < until, all_transfers))) AS transfers,
                      arrayFilter(h -> h.2 >= at_ms - 43200000, keepers) AS keeping
                    FROM
                    (
                      SELECT *,
                        arrayFilter(s -> s.2[1].1, spans) AS hours,
                        arrayFilter(s -> s.2[2].1, spans) AS days,
                        arrayMap(c -> arrayFirst(d -> d.1 = c, whole_days).2, moving) AS days_of,
                        arrayMap(c -> arrayFirst(w -> w.1 = c, wallets).3, moving) AS held_weights,
                        if(is_unlisted, wallets, holders) AS keepers,
                        uses[1][1].7 AND second.7 AND abs(uses[1][1].8 - second.8) > 0.1 * greatest(abs(uses[1][1].8), abs(second.8)) AS is_contested
                      FROM
                      (
                        SELECT *,
                          -- Of the chains that count: chain, whether the hour, the day and the week are whole, and what moved in them.
                          arrayMap(s -> (s.1, arrayMap(k -> (arrayFilter(w -> w.1 <= until AND w.1 > until - k * 1000, s.4) AS inside,
                            (arraySum(inside.2) >= k, arraySum(inside.3), arraySum(inside.4), arrayMax(arrayConcat([toUInt8(0)], inside.5)))).2, [3600, 86400, 604800])), live) AS spans,
                          arrayDistinct(arrayConcat(scanned, scans.1)) AS moving,
                          arrayMap(name -> arrayFirst(c -> c.1 = name, asked).3 = 'ok', arrayDistinct(asked.1)) AS words,
                          empty(holders) AND arrayExists(w -> w, words) AND NOT arrayExists(c -> c.2 != '' AND c.5 > 0, asked) AS is_unlisted,
                          arrayMap(list -> if(empty(list) OR arrayExists(f -> f.1 = '', list) OR (listed.1 = '' AND NOT arrayAll(c -> c IN ('eth', 'bsc'), homes)), NULL, toNullable(arraySum(list.6))), uses) AS used,
                          arrayFirst(f -> f.1 = uses[1][1].1 AND f.2 = 'transactions' AND f.4 != uses[1][1].4, figures) AS second
                        FROM
                        (
                          SELECT *,
                            arrayFilter(c -> has(read_chains, c), homes) AS scanned,
                            if(empty(live), 0, arrayMin(live.2)) AS until,
                            -- Exchanges were asked, answered and do not list it: what labelled wallets hold on its chains stands for them.
                            arrayFilter(c -> endsWith(c.1, '-reserve') AND NOT has(read_chains, splitByChar('-', c.1)[1]), calls) AS asked,
                            arrayFilter(c -> has(homes, c) AND NOT has(wallets.1, c), read_chains) AS unread,
                            -- A coin's transactions are counted in its own blocks where these are read, those of a contract's token by its transfers.
                            if(listed.1 != '', [listed.1], homes) AS used_on,
                            arrayMap(what -> arrayMap(c -> (if(listed.1 = '' OR (what = 'transactions' AND c IN ('btc', 'ada')), 1, 0) AS by_itself,
                              arrayFirst(f -> f.1 = c AND f.2 = what AND f.3 = by_itself AND f.5 >= at_ms - if(by_itself = 1, 21600000, 259200000), figures)).2, used_on), ['transactions', 'addresses']) AS uses,
                            listed.1 = '' AND notEmpty(homes) AND arrayAll(c -> c IN ('eth', 'bsc', 'sol'), homes) AND notEmpty(contracts) AND arrayCount(c -> c.1 IS NOT NULL, contracts) = length(homes) AS is_held
                          FROM
                          (
                            SELECT *,
                              arrayDistinct(arrayConcat(if(listed.1 = '', [], [listed.1]), listed.2)) AS homes,
                              ['eth', 'bsc', 'btc', 'sol', 'ada'] AS read_chains,
                              arrayFilter(s -> s.2 >= at_ms - 21600000, scans) AS live,
                              notEmpty(locked) AND locked[1].1 >= at_ms - 43200000 AND NOT (listed.3 = 'protocol' AND profile.1 >= at_ms - 43200000
                                AND ifNull(abs(locked[1].2 - profile.2) > 0.3 * greatest(abs(locked[1].2), abs(profile.2)), 0)) AS has_locked
                            FROM
                            (
                              SELECT at_ms, listed, calls, scans, whole_days, wallets, all_transfers, holders, figures, contracts, locked, profile
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
)

-- Market section flows: every quantity of it at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- What goes to and from exchanges is summed over tokens that carry 60 % of the market cap (the last known) of those whose chains are read, of each
-- token over the chains whose day was scanned whole, where these carry 60 % of what moves; funds are told of whole days.
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
  -- token, symbol, whether it stands for a currency, whether its flows belong to the sum, where its windows end, net flow, market cap,
  -- and what it weighs: that, or else what directories told last, the larger where they differ
  (
    SELECT groupArray((token, symbol, is_stable, notEmpty(live) OR notEmpty(scanned), until, round(if(share >= 0.6 AND NOT has(whole.4, 1), toNullable(arraySum(whole.3)), NULL), 2), round(cap, 2), if(ifNull(round(cap, 2), 0) > 0, round(cap, 2), last_cap)))
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
            SELECT *, arrayFirst(d -> arrayAll(back -> has(common, d - back), range(7)), common) AS last_day,
              if(n > 0 AND arrayExists(i -> closes[i + intDiv(n, 2)] <= closes[i] * 1.02, range(1, toUInt32(n - intDiv(n, 2) + 1)))
              AND arrayExists(c -> c.1 = token AND c.3, coins) AND NOT (has(said.1, token) AND ifNull(abs(own_coins - said_coins) > 0.05 * greatest(abs(own_coins), abs(said_coins)), 0)),
              arrayReduce('quantileExactInclusive(0.5)', closes) * own_coins, NULL) AS cap
            FROM
            (
              SELECT *, arrayFilter(d -> arrayAll(list -> has(list.1, d), days), arrayReverseSort(days[1].1)) AS common, arrayMin(arrayConcat([at_ms], live.2)) AS until
              FROM
              (
                SELECT *, arrayMap(c -> arrayFirst(d -> d.1 = c, own_days).2, moving) AS days
                FROM
                (
                  SELECT token, symbol, is_stablecoin = 1 AS is_stable, native, arraySort(arrayFirst(m -> m.1 = token, minutes_of).2.3) AS closes, toUInt32(length(closes)) AS n,
                    arrayFirst(c -> c.1 = token, coins).2 AS own_coins, arrayFirst(c -> c.1 = token, said).2 AS said_coins, if(has(coins.1, token), arrayFirst(c -> c.1 = token, coins).4 * if(ifNull(said_coins, 0) > own_coins, said_coins, own_coins), NULL) AS last_cap, arrayFilter(c -> c IN ('eth', 'bsc', 'btc', 'sol', 'ada'), arrayDistinct(arrayConcat(if(native = '', [], [native]), mapKeys(contracts)))) AS scanned,
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
  ) AS tokens,
  (
    SELECT (toUnixTimestamp64Milli(max(at)), argMax((supply_usd, supply_24h_ago_usd, supply_7d_ago_usd), (at, retrieved_at, stored_at)))
    FROM stablecoin_supply_versions
    WHERE token = 'all' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS stable,
  -- The last whole day that was reported of the funds of both coins.
  (
    SELECT groupArray((day, usd))
    FROM
    (
      SELECT day, sum(netflow) AS usd
      FROM
      (
        SELECT token, toUnixTimestamp64Milli(at) AS day, provider, argMax(netflow_usd, (retrieved_at, stored_at)) AS netflow
        FROM fund_flow_day_versions
        WHERE token IN ('bitcoin', 'ethereum') AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 14 DAY AND at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 DAY
          AND retrieved_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY token, day, provider
        ORDER BY provider
        LIMIT 1 BY token, day
      )
      GROUP BY day
      HAVING count() = 2
      ORDER BY day DESC
      LIMIT 1
    )
  ) AS funds
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
      ('/as_of', 'time', toNullable(toFloat64(arrayMin(arrayConcat([toInt64(at_ms)], told.5)))), ''),
      ('/coverage/weight_pct', 'pct', sums[1].1 * 100, ''),
      ('/exchange_netflow_24h_usd/btc', 'usd', arrayFirst(t -> t.1 = 'bitcoin', tokens).6, ''),
      ('/exchange_netflow_24h_usd/eth', 'usd', arrayFirst(t -> t.1 = 'ethereum', tokens).6, ''),
      ('/exchange_netflow_24h_usd/stablecoins', 'usd', if(ifNull(sums[2].1 >= 0.6, 0), toNullable(sums[2].2), NULL), ''),
      ('/exchange_netflow_24h_usd/tracked', 'usd', if(ifNull(sums[1].1 >= 0.6, 0), toNullable(sums[1].2), NULL), ''),
      ('/stablecoin_supply_change_24h_usd', 'usd', if(has_stable, stable.2.1 - stable.2.2, NULL), ''),
      ('/stablecoin_supply_change_7d_usd', 'usd', if(has_stable, stable.2.1 - stable.2.3, NULL), ''),
      ('/etf_netflow_1d_usd', 'usd', if(notEmpty(funds) AND funds[1].1 >= at_ms - 518400000, toNullable(funds[1].2), NULL), '')
    ],
    arrayFlatten(arrayMap(top -> multiIf(empty(told), [(concat('/', top.1), 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')],
      empty(top.2), [(concat('/', top.1), 'json', CAST(NULL, 'Nullable(Float64)'), '[]')], arrayFlatten(arrayMap((t, i) -> [
        (concat('/', top.1, '/', toString(i - 1), '/token'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(t.1)),
        (concat('/', top.1, '/', toString(i - 1), '/symbol'), 'json', NULL, toJSONString(t.2)),
        (concat('/', top.1, '/', toString(i - 1), '/netflow_24h_usd'), 'usd', t.6, '')
      ], top.2, arrayEnumerate(top.2)))), tops))
  )) AS row
  FROM
  (
    SELECT *,
      [('top_inflows', arraySlice(arraySort(t -> (-ifNull(t.6, 0), -ifNull(t.7, 0), t.1), arrayFilter(t -> ifNull(t.6 > 0, 0), told)), 1, 5)),
        ('top_outflows', arraySlice(arraySort(t -> (ifNull(t.6, 0), -ifNull(t.7, 0), t.1), arrayFilter(t -> ifNull(t.6 < 0, 0), told)), 1, 5))] AS tops
    FROM
    (
      SELECT *,
        arrayFilter(t -> t.6 IS NOT NULL, covered) AS told,
        -- Of all and of stablecoins: share of the market cap that is told, and the sum; one that is not told and of no known cap may be any.
        arrayMap(is_of -> (arrayFilter(t -> t.3 OR NOT is_of, covered) AS all, arrayFilter(t -> t.6 IS NOT NULL, all) AS known, arraySum(t -> ifNull(t.8, 0), all) AS whole,
          (if(empty(known) OR arrayExists(t -> t.6 IS NULL AND t.8 IS NULL, all), NULL, if(whole > 0, arraySum(t -> ifNull(t.8, 0), known) / whole, length(known) / length(all))), arraySum(t -> ifNull(t.6, 0), known))).4, [0, 1]) AS sums
      FROM
      (
        SELECT *,
          arrayFilter(t -> t.4, tokens) AS covered,
          stable.1 >= at_ms - 43200000 AS has_stable
        FROM
        (
          SELECT at_ms, tokens, stable, funds
        )
      )
    )
  )
)

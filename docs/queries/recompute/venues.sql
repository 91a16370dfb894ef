-- Market section venues: every quantity of it at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- A venue's sum is over tracked tokens, those of its parts that are known carrying 60 % of the known weight: what was traded in the week, what a day
-- comes to, or the mean open interest; of a decentralised exchange all pairs count, as a directory counts them.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- By venue what is stored of each token there: whether a minute is new enough, when its last one ended, how many the day has and what it traded in them;
  -- whether it traded in the week and how much; what the venue says of its day, spot and perpetual; hours of the perpetual; open interest.
  (
    SELECT groupArray((venue, parts))
    FROM
    (
      SELECT venue, groupArray((has_minute, minute_ms, minutes, day_usd, has_week, week_usd, has_spot, spot_usd, spot_ms, has_perp, perp_usd, perp_ms, hours, hours_usd, has_interest, interest_usd, interest_ms, interest_mean)) AS parts
      FROM
      (
        SELECT token, venue, max(kind = 'minute') AS has_minute, maxIf(ms, kind = 'minute') AS minute_ms, maxIf(n, kind = 'minute') AS minutes, sumIf(usd, kind = 'minute') AS day_usd,
          max(kind = 'week') AS has_week, sumIf(usd, kind = 'week') AS week_usd, max(kind = 'spot') AS has_spot, sumIf(usd, kind = 'spot') AS spot_usd, maxIf(ms, kind = 'spot') AS spot_ms,
          max(kind = 'perp') AS has_perp, sumIf(usd, kind = 'perp') AS perp_usd, maxIf(ms, kind = 'perp') AS perp_ms, maxIf(n, kind = 'hours') AS hours, sumIf(usd, kind = 'hours') AS hours_usd,
          max(kind = 'interest') AS has_interest, sumIf(usd, kind = 'interest') AS interest_usd, maxIf(ms, kind = 'interest') AS interest_ms, sumIf(mean, kind = 'interest') AS interest_mean
        FROM
        (
          SELECT 'minute' AS kind, toString(token) AS token, toString(venue) AS venue, toInt64(any(newest)) AS ms, count() AS n, sum(traded) AS usd, toFloat64(0) AS mean
          FROM
          (
            SELECT token, venue, volume_usd AS traded, toUnixTimestamp64Milli(open_at) + 60000 AS closed, max(toUnixTimestamp64Milli(open_at) + 60000) OVER (PARTITION BY token, venue) AS newest
            FROM venue_candle_versions
            WHERE interval_s = 60 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 1456 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE
              AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
          )
          WHERE newest >= at_ms - 900000 AND closed > newest - 86400000
          GROUP BY token, venue
          UNION ALL
          SELECT if(market = 'spot', 'week', 'hours'), toString(token) AS token, toString(venue) AS venue, toInt64(0), countIf(in_day), if(market = 'spot', sum(traded), sumIf(traded, in_day)), toFloat64(0)
          FROM
          (
            SELECT token, venue, market, volume_usd AS traded, open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 25 HOUR AS in_day
            FROM venue_candle_versions
            WHERE interval_s = 3600 AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 169 HOUR AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR
              AND stored_at <= if(market = 'spot', {known_weights:DateTime64(3, 'UTC')}, {known_perp_hours:DateTime64(3, 'UTC')}) AND (replaced_at = 0 OR replaced_at > if(market = 'spot', {known_weights:DateTime64(3, 'UTC')}, {known_perp_hours:DateTime64(3, 'UTC')}))
          )
          WHERE market = 'spot' OR in_day
          GROUP BY token, venue, market
          UNION ALL
          SELECT toString(market), toString(token) AS token, toString(venue) AS venue, toUnixTimestamp64Milli(max(at)), 0, argMax(volume_24h_usd, (at, retrieved_at, stored_at)), toFloat64(0)
          FROM ticker_versions
          WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
          GROUP BY token, venue, market
          UNION ALL
          SELECT 'interest', toString(token) AS token, toString(venue) AS venue, toUnixTimestamp64Milli(max(at)), 0, argMax(open_interest_usd, at), avg(open_interest_usd)
          FROM open_interest_versions
          WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 7 DAY AND at <= {at:DateTime64(3, 'UTC')}
            AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
          GROUP BY token, venue
        )
        WHERE token IN (SELECT token FROM tracked)
        GROUP BY token, venue
      )
      GROUP BY venue
      ORDER BY venue
    )
  ) AS places,
  -- Whether any call to each provider ended well when it was made last, within two hours.
  (
    SELECT groupArray((who, is_well))
    FROM
    (
      SELECT who, max(last_ok) AS is_well
      FROM
      (
        SELECT toString(provider) AS who, argMax(outcome, (responded_at, id)) = 'ok' AS last_ok
        FROM source_call
        WHERE (token = '' OR token IN (SELECT token FROM tracked)) AND requested_at > fromUnixTimestamp64Milli(intDiv(at_ms - 180000, 600000) * 600000 - 7200000, 'UTC')
          AND requested_at <= {at:DateTime64(3, 'UTC')} AND responded_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY provider, source, token, endpoint
      )
      GROUP BY who
    )
  ) AS callers,
  -- Venues whose spot market is covered at all: of others nothing is expected there.
  ['binance', 'bybit', 'coinbase', 'gate', 'kraken', 'kucoin', 'okx'] AS with_spot,
  -- Of each venue the parts of its sums, each with what is known and its weight; how many tokens; when the newest was true.
  (SELECT arrayMap(p -> (p.1,
    arrayConcat(arrayMap(x -> (if(x.1 = 1 AND x.3 >= 1296, toNullable(x.4), NULL), x.6), arrayFilter(x -> x.1 = 1 OR x.5 = 1, p.2)),
      arrayMap(x -> (if(x.9 >= at_ms - 900000, toNullable(x.8), NULL), x.8), arrayFilter(x -> x.1 = 0 AND x.5 = 0 AND x.7 = 1, p.2))),
    arrayMap(x -> if(x.10 = 1 AND x.12 >= at_ms - 900000, (toNullable(x.11), x.11), if(x.13 > 0, (if(x.13 >= 22, toNullable(x.14), NULL), x.14), (NULL, x.11))), arrayFilter(x -> x.10 = 1 OR x.13 > 0, p.2)),
    arrayMap(x -> (if(x.17 >= at_ms - 1800000, toNullable(x.16), NULL), x.18), arrayFilter(x -> x.15 = 1, p.2)),
    arrayCount(x -> x.1 = 1 OR (x.15 = 1 AND x.17 >= at_ms - 1800000) OR (x.5 = 0 AND x.7 = 1 AND x.9 >= at_ms - 900000), p.2),
    arrayMax(arrayMap(x -> greatest(x.2, x.17, if(x.1 = 0 AND x.5 = 0, x.9, 0), if(x.10 = 1 AND x.12 >= at_ms - 900000, x.12, 0)), p.2))), places)) AS parts,
  -- venue, spot, perpetual and open interest where parts that are known carry 60 % of the weight, tokens, newest, whether it is an exchange of spot, how it is doing
  (SELECT arrayMap(p -> (p.1, arrayMap(list -> (arrayFilter(x -> x.1 IS NOT NULL, list) AS known, if(notEmpty(known)
      AND if(arraySum(list.2) > 0, arraySum(known.2) / arraySum(list.2), length(known) / length(list)) >= 0.6, toNullable(arraySum(x -> ifNull(x.1, 0), known)), NULL)).2, [p.2, p.3, p.4]) AS sums,
    p.5, p.6, notEmpty(p.2) OR has(with_spot, p.1), arrayFilter(c -> c.1 = p.1 OR endsWith(c.1, concat(':', p.1)), callers) AS mine,
    multiIf(notEmpty(mine) AND arrayMax(mine.2) = 0, 'error', p.6 >= at_ms - 900000, 'ok', 'stale')), parts)) AS exchanges,
  (SELECT arrayFilter(e -> e.5, exchanges)) AS spots,
  (SELECT arrayFilter(e -> e.2[1] IS NOT NULL, exchanges)) AS sold,
  if(notEmpty(sold) AND length(sold) = length(spots), arraySum(e -> ifNull(e.2[1], 0), sold), NULL) AS all_spot,
  (SELECT arrayFilter(e -> e.7 = 'ok', exchanges)) AS well,
  -- Decentralised exchanges of the newest listing, all pairs and chains.
  (
    SELECT groupArray((dex, read_ms, usd, share))
    FROM
    (
      SELECT toString(dex) AS dex, toUnixTimestamp64Milli(at) AS read_ms, volume_24h_usd AS usd, share_pct AS share
      FROM
      (
        SELECT dex, at, volume_24h_usd, share_pct, max(at) OVER () AS newest
        FROM dex_volume_versions
        WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 2 DAY AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      WHERE at = newest
      ORDER BY usd DESC, dex
    )
  ) AS dexes,
  -- On which of them the ten largest pools of each token are, by names without versions of wording.
  (
    SELECT groupUniqArray((token, bare))
    FROM
    (
      SELECT token, arrayStringConcat(arrayFilter((word, i) -> i = 1 OR word NOT IN ('amm', 'dex', 'clmm', 'cpmm'), splitByChar('-', name) AS words, arrayEnumerate(words)), '-') AS bare, seen
      FROM
      (
        SELECT token, replaceRegexpOne(replaceAll(toString(dex), '_', '-'), '-(bsc|ethereum|eth|solana|cardano)$', '') AS name, at AS seen
        FROM
        (
          SELECT token, chain, dex, pool, tvl_usd, at, max(at) OVER (PARTITION BY token, chain) AS newest
          FROM dex_pool_versions
          WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 6 HOUR AND at <= {at:DateTime64(3, 'UTC')}
            AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
        )
        WHERE at = newest AND token IN (SELECT token FROM tracked)
        ORDER BY token, tvl_usd DESC, chain, pool
        LIMIT 10 BY token
      )
      WHERE seen >= {at:DateTime64(3, 'UTC')} - INTERVAL 3 HOUR
    )
  ) AS pooled,
  (SELECT arrayMap(d -> (d.1, d.2 >= at_ms - 43200000, d.3, d.4, d.2, arrayStringConcat(arrayFilter((word, i) -> i = 1 OR word NOT IN ('amm', 'dex', 'clmm', 'cpmm'),
    splitByChar('-', replaceRegexpOne(replaceAll(d.1, '_', '-'), '-(bsc|ethereum|eth|solana|cardano)$', '')) AS words, arrayEnumerate(words)), '-') AS bare, arrayCount(p -> p.2 = bare, pooled)), dexes)) AS traders
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
      ('/as_of', 'time', toNullable(toFloat64(arrayMin(arrayConcat([toInt64(at_ms)], if(notEmpty(well), well.4, arrayFilter(ms -> ms > 0, exchanges.4)))))), ''),
      ('/coverage/weight_pct', 'pct', if(empty(spots), NULL, toNullable(length(sold) / length(spots) * 100)), '')
    ],
    if(empty(exchanges) AND empty(traders), [('/venues', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], []),
    arrayFlatten(arrayMap((e, i) -> [
      (concat('/venues/', toString(i - 1), '/venue'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(e.1)),
      (concat('/venues/', toString(i - 1), '/kind'), 'json', NULL, if(e.5, '"cex"', '"perp"')),
      (concat('/venues/', toString(i - 1), '/spot_volume_24h_usd'), 'usd', e.2[1], ''),
      (concat('/venues/', toString(i - 1), '/perp_volume_24h_usd'), 'usd', e.2[2], ''),
      (concat('/venues/', toString(i - 1), '/open_interest_usd'), 'usd', e.2[3], ''),
      (concat('/venues/', toString(i - 1), '/share_pct'), 'pct', e.2[1] / all_spot * 100, ''),
      (concat('/venues/', toString(i - 1), '/tokens_covered'), 'whole', toNullable(toFloat64(e.3)), ''),
      (concat('/venues/', toString(i - 1), '/status'), 'json', NULL, toJSONString(e.7)),
      (concat('/venues/', toString(i - 1), '/as_of'), 'time', if(e.4 > 0, toNullable(toFloat64(e.4)), NULL), '')
    ], exchanges, arrayEnumerate(exchanges))),
    arrayFlatten(arrayMap((d, k) -> (length(exchanges) + k AS i, [
      (concat('/venues/', toString(i - 1), '/venue'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(d.1)),
      (concat('/venues/', toString(i - 1), '/kind'), 'json', NULL, '"dex"'),
      (concat('/venues/', toString(i - 1), '/spot_volume_24h_usd'), 'usd', if(d.2, toNullable(d.3), NULL), ''),
      (concat('/venues/', toString(i - 1), '/perp_volume_24h_usd'), 'json', NULL, '"unassessed"'),
      (concat('/venues/', toString(i - 1), '/open_interest_usd'), 'json', NULL, '"unassessed"'),
      (concat('/venues/', toString(i - 1), '/share_pct'), 'pct', if(d.2, toNullable(d.4), NULL), ''),
      (concat('/venues/', toString(i - 1), '/tokens_covered'), 'whole', toNullable(toFloat64(d.7)), ''),
      (concat('/venues/', toString(i - 1), '/status'), 'json', NULL, if(d.2, '"ok"', '"stale"')),
      (concat('/venues/', toString(i - 1), '/as_of'), 'time', toNullable(toFloat64(d.5)), '')
    ]).2, traders, arrayEnumerate(traders)))
  )) AS row
)

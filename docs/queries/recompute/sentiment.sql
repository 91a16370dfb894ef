-- Market section sentiment: every quantity of it at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Shares and medians are of tokens that have a perpetual, where 60 % of them carry a rate; a token's rate is the mean of its venues
-- by open interest, where these hold 60 % of it; puts over calls are told of both coins together.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- How those who tell of perpetuals and accounts were doing in the last two hours, by token; what is of none is of all.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((kind, who, last_ok, first_ms, ok_ms, kept_ms)) AS list
      FROM
      (
        SELECT toString(token) AS token, substring(source, position(source, '-') + 1) AS kind, substring(source, 1, position(source, '-') - 1) AS who,
          argMax(outcome, (responded_at, id)) = 'ok' AS last_ok, toUnixTimestamp64Milli(min(responded_at)) AS first_ms,
          toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok')) AS ok_ms, toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok' AND rows > 0)) AS kept_ms
        FROM source_call
        WHERE (source LIKE '%-open-interest%' OR source LIKE '%-funding%' OR source LIKE '%-long-short') AND requested_at > fromUnixTimestamp64Milli(intDiv(at_ms - 180000, 600000) * 600000 - 7200000, 'UTC')
          AND requested_at <= {at:DateTime64(3, 'UTC')} AND responded_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY token, kind, who, endpoint
        ORDER BY token, kind, who, endpoint
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
  -- Open interest by token and venue, now and its mean of seven days.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, read_ms, usd, mean)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, toUnixTimestamp64Milli(max(at)) AS read_ms, argMax(open_interest_usd, at) AS usd, avg(open_interest_usd) AS mean
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
  -- Ratios of accounts by token and venue, with when they were read.
  (
    SELECT groupArray((token, list))
    FROM
    (
      SELECT token, groupArray((venue, ratio, read_ms)) AS list
      FROM
      (
        SELECT toString(token) AS token, toString(venue) AS venue, argMax(ratio, (at, retrieved_at, stored_at)) AS ratio, toUnixTimestamp64Milli(max(at)) AS read_ms
        FROM long_short_versions
        WHERE kind = 'global_account' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY token, venue
        ORDER BY token, venue
      )
      GROUP BY token
    )
  ) AS ratios_of,
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
  (SELECT arrayExists(list -> arrayExists(c -> c.1 IN ('open-interest', 'open-interest-history') AND c.5 > 0 AND at_ms - c.4 >= 600000, list), calls_of.2)) AS is_told,
  -- token, whether it has a perpetual (2: not known), as of, funding of eight hours, ratio of accounts
  (
    SELECT groupArray((token, listing, seen_at, funding_8h, ratio))
    FROM
    (
      SELECT *, round(if(notEmpty(rates) AND NOT is_open AND arraySum(w -> if(has(rates.1, w.1), w.2, 0), weights) / arraySum(weights.2) >= 0.6,
          arraySum(r -> r.2 * r.3, rates) / arraySum(rates.3), NULL), 4) AS funding_8h,
        if(listing = 1 AND notEmpty(all_ratios) AND NOT is_open AND all_ratios[1].3 >= at_ms - 7200000, toNullable(round(all_ratios[1].2, 6)), NULL) AS ratio
      FROM
      (
        SELECT *, arrayFilter(r -> r.3 >= arraySum(fresh.3) * 0.01, arrayMap(f -> (f.1, assumeNotNull(f.3 * 8 / f.4), arrayFirst(v -> v.1 = f.1, fresh).3), standing)) AS rates,
          -- The venue with the most open interest among those that tell it, which counts while it is read: nobody where one of unknown size may be that.
          arraySort(r -> (-arrayFirst(w -> w.1 = r.1, weights).2, r.1, -r.3),
            arrayConcat(own_ratios, arrayMap(c -> (c.2, toFloat64(0), toInt64(0)), arrayFilter(c -> c.1 = 'long-short' AND c.6 > 0, own_calls)))) AS all_ratios,
          arrayMax(arrayConcat([toInt64(0)], fresh.2, funding.2)) AS newest_ms, if(listing = 1 AND newest_ms > 0, newest_ms, at_ms) AS seen_at
        FROM
        (
          SELECT *, if(NOT is_open AND arraySum(known_weights.2) = 0, arrayMap(w -> (w.1, toFloat64(1)), known_weights), known_weights) AS weights,
            arrayFilter(f -> has(fresh.1, f.1) AND ifNull(f.4 > 0, 0) AND f.2 >= at_ms - ifNull(f.4, 8) * 3600000 - 1800000
              AND NOT arrayExists(o -> o.1 = f.1 AND ifNull(NOT (abs(f.3 - o.3) <= 0.05 OR (f.3 * o.3 > 0 AND greatest(abs(f.3), abs(o.3)) <= 2 * least(abs(f.3), abs(o.3)))), 0), opinions), funding) AS standing
          FROM
          (
            SELECT *, arrayExists(c -> c.1 IN ('open-interest', 'open-interest-history') AND c.6 > 0 AND NOT has(interest.1, c.2), own_calls) AS is_open,
              arrayMap(v -> (v, arrayFirst(o -> o.1 = v, interest).4), arrayDistinct(arrayConcat(interest.1, funding.1))) AS known_weights,
              arrayFilter(v -> v.2 >= at_ms - 1800000 AND NOT arrayExists(o -> o.1 = v.1 AND ifNull(NOT (greatest(v.3, o.2) <= 1.5 * least(v.3, o.2)
                OR greatest(2 * v.3, o.2) <= 1.25 * least(2 * v.3, o.2)), 0), opinions), interest) AS fresh,
              multiIf(notEmpty(interest) OR notEmpty(funding) OR has(ticking, token) OR has(trading, token), 1,
                is_told AND NOT arrayExists(c -> c.1 IN ('open-interest', 'open-interest-history', 'funding', 'funding-settled') AND NOT c.3 AND (c.5 = 0 OR at_ms - c.5 > 21600000), arrayConcat(own_calls, common_calls)), 0, 2) AS listing
            FROM
            (
              SELECT token, arrayFirst(x -> x.1 = token, interest_of).2 AS interest, arrayFirst(x -> x.1 = token, funding_of).2 AS funding, arrayFirst(x -> x.1 = token, opinions_of).2 AS opinions,
                arrayFirst(x -> x.1 = token, calls_of).2 AS own_calls, arrayFirst(x -> x.1 = '', calls_of).2 AS common_calls, arrayFirst(x -> x.1 = token, ratios_of).2 AS own_ratios
              FROM tracked
            )
          )
        )
      )
    )
  ) AS tokens,
  -- The mood, as its newest day has it, and seven days before by the same provider.
  (
    SELECT groupArray((day_ms, who, said.1, said.2))
    FROM
    (
      SELECT toUnixTimestamp64Milli(at) AS day_ms, toString(provider) AS who, argMax((value, label), (retrieved_at, stored_at)) AS said
      FROM fear_greed_day_versions
      WHERE at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 10 DAY AND at <= {at:DateTime64(3, 'UTC')} AND retrieved_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY who, at
      ORDER BY at DESC, who
    )
  ) AS moods,
  -- Puts and calls of both coins, as every venue of options said them last.
  (
    SELECT groupArray((token, puts, calls))
    FROM
    (
      SELECT toString(token) AS token, toString(venue) AS venue, argMax(put_usd, (at, retrieved_at, stored_at)) AS puts, argMax(call_usd, (at, retrieved_at, stored_at)) AS calls, max(at) AS read_at
      FROM option_interest_versions
      WHERE token IN ('bitcoin', 'ethereum') AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY token, venue
      HAVING read_at >= {at:DateTime64(3, 'UTC')} - INTERVAL 2 HOUR
    )
  ) AS options
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
      ('/as_of', 'time', toNullable(toFloat64(arrayMin(arrayConcat([toInt64(at_ms)], funded.3, positioned.3)))), ''),
      ('/coverage/weight_pct', 'pct', if(empty(expected), NULL, toNullable(length(funded) / length(expected) * 100)), ''),
      ('/funding_positive_share_pct', 'pct', if(is_enough[1], toNullable(arrayCount(t -> ifNull(t.4 > 0, 0), funded) / length(funded) * 100), NULL), ''),
      ('/funding_median_8h_pct', 'pct', if(is_enough[1], toNullable(arrayReduce('quantileExactInclusive(0.5)', arrayMap(t -> assumeNotNull(t.4), funded))), NULL), ''),
      ('/long_short_median_ratio', 'ratio', if(is_enough[2], toNullable(arrayReduce('quantileExactInclusive(0.5)', arrayMap(t -> assumeNotNull(t.5), positioned))), NULL), ''),
      ('/put_call_ratio', 'ratio', if(length(arrayDistinct(options.1)) = 2, toNullable(arraySum(options.2) / arraySum(options.3)), NULL), '')
    ],
    if(has_mood, [
      ('/fear_greed/value', 'whole', toNullable(toFloat64(moods[1].3)), ''),
      ('/fear_greed/label', 'json', NULL, toJSONString(toString(moods[1].4))),
      ('/fear_greed/change_7d', 'whole', if(empty(earlier), NULL, toNullable(toFloat64(moods[1].3) - toFloat64(earlier[1].3))), '')
    ], [('/fear_greed', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')])
  )) AS row
  FROM
  (
    SELECT *,
      arrayMap(some -> notEmpty(some) AND length(some) >= length(expected) * 0.6, [funded, positioned]) AS is_enough
    FROM
    (
      SELECT *,
        arrayFilter(t -> t.4 IS NOT NULL, expected) AS funded,
        arrayFilter(t -> t.5 IS NOT NULL, expected) AS positioned
      FROM
      (
        SELECT *,
          arrayFilter(t -> t.2 != 0, tokens) AS expected,
          notEmpty(moods) AND moods[1].1 >= at_ms - 172800000 AS has_mood,
          arrayFilter(m -> m.2 = moods[1].2 AND abs(moods[1].1 - 604800000 - m.1) < 43200000, moods) AS earlier
        FROM
        (
          SELECT at_ms, tokens, moods, options
        )
      )
    )
  )
)

-- State section liquidity: every quantity of it for a token at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Books of spot venues that are not older than ten minutes are summed by band, where their venues carry 60 % of the volume of
-- seven days; an order walks the merged levels, each at its distance from its own venue's mid.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  -- Venues with a minute of the last quarter of an hour.
  (
    SELECT groupArray(venue)
    FROM
    (
      SELECT DISTINCT toString(venue) AS venue
      FROM venue_candle_versions
      WHERE token = {token:String} AND interval_s = 60 AND market = 'spot' AND open_at > {at:DateTime64(3, 'UTC')} - INTERVAL 16 MINUTE AND open_at <= {at:DateTime64(3, 'UTC')} - INTERVAL 1 MINUTE
        AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
    )
  ) AS minute_venues,
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
  -- What venues say of their day; those whose candles are not read weigh by it.
  (
    SELECT groupArray((venue, usd, read_ms))
    FROM
    (
      SELECT toString(venue) AS venue, argMax(volume_24h_usd, (at, retrieved_at, stored_at)) AS usd, toUnixTimestamp64Milli(max(at)) AS read_ms
      FROM ticker_versions
      WHERE token = {token:String} AND market = 'spot' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY
        AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY venue
    )
  ) AS tickers,
  -- Who was asked for a book of it in the last two hours and gave one is expected to have one.
  (
    SELECT groupUniqArray(substring(source, 1, position(source, '-') - 1))
    FROM source_call
    WHERE token = {token:String} AND source LIKE '%-order-book' AND outcome = 'ok' AND rows > 0
      AND requested_at > fromUnixTimestamp64Milli(intDiv(at_ms - 180000, 600000) * 600000 - 7200000, 'UTC')
      AND requested_at <= {at:DateTime64(3, 'UTC')} AND responded_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS tellers,
  (
    SELECT groupArray((venue, read_ms, last.1, last.2, last.3, last.4, last.5, last.6, last.7, last.8, last.9, last.10, last.11, last.12, last.13))
    FROM
    (
      SELECT toString(venue) AS venue, toUnixTimestamp64Milli(max(at)) AS read_ms,
        argMax((symbol, spread_bps, bid_0_5_usd, ask_0_5_usd, bid_1_usd, ask_1_usd, bid_2_usd, ask_2_usd, truncated,
          bid_price, bid_native, ask_price, ask_native), (at, retrieved_at, stored_at)) AS last
      FROM order_book_versions
      WHERE token = {token:String} AND market = 'spot' AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 1 DAY AND at <= {at:DateTime64(3, 'UTC')}
        AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY venue
      ORDER BY venue
    )
  ) AS books,
  -- What aggregators quote, the cheapest chain of each order; those of one chain that contradict each other say nothing.
  (
    SELECT groupArray((side, size_usd, is_told, quote, quoted_ms))
    FROM
    (
    SELECT side, size_usd, countIf(agreed) > 0 AS is_told, minIf(cheapest, agreed) AS quote,
      if(is_told, argMinIf(best_ms, (cheapest, chain), agreed), min(oldest_ms)) AS quoted_ms
    FROM
    (
      SELECT side, size_usd, chain, min(quoted) AS cheapest, argMin(read_ms, quoted) AS best_ms, min(read_ms) AS oldest_ms,
        count() = 1 OR max(quoted) - min(quoted) <= 0.5 OR max(quoted) <= 2 * min(quoted) AS agreed
      FROM
      (
        SELECT toString(side) AS side, size_usd, toString(chain) AS chain, venue, argMax(impact_pct, (at, retrieved_at, stored_at)) AS quoted,
          toUnixTimestamp64Milli(max(at)) AS read_ms
        FROM swap_quote_versions
        WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 3 HOUR AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
        GROUP BY side, size_usd, chain, venue
        HAVING read_ms >= at_ms - 10800000
      )
      GROUP BY side, size_usd, chain
    )
    GROUP BY side, size_usd
    )
  ) AS all_quotes,
  -- The largest pools, of the newest listing of each chain.
  (
    SELECT groupArray((chain, dex, pool, tvl_usd, volume_24h_usd, read_ms))
    FROM
    (
      SELECT toString(chain) AS chain, dex, pool, tvl_usd, volume_24h_usd, toUnixTimestamp64Milli(at) AS read_ms
      FROM
      (
        SELECT chain, dex, pool, tvl_usd, volume_24h_usd, at, max(at) OVER (PARTITION BY chain) AS newest
        FROM dex_pool_versions
        WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 6 HOUR AND at <= {at:DateTime64(3, 'UTC')}
          AND stored_at <= {known:DateTime64(3, 'UTC')} AND (replaced_at = 0 OR replaced_at > {known:DateTime64(3, 'UTC')})
      )
      WHERE at = newest
      ORDER BY tvl_usd DESC, chain, pool
      LIMIT 10
    )
  ) AS all_pools
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
      ('/as_of', 'time', toNullable(toFloat64(if(empty(fresh), at_ms, arrayMax(fresh.2)))), ''),
      ('/coverage/weight_pct', 'pct', if(empty(fresh), NULL, share * 100), ''),
      ('/spread_bps', 'bps', if(is_enough, spread, NULL), ''),
      ('/depth/pct_0_5/bid_usd', 'usd', if(is_enough, bands[1], NULL), ''),
      ('/depth/pct_0_5/ask_usd', 'usd', if(is_enough, bands[2], NULL), ''),
      ('/depth/pct_1/bid_usd', 'usd', if(is_enough, bands[3], NULL), ''),
      ('/depth/pct_1/ask_usd', 'usd', if(is_enough, bands[4], NULL), ''),
      ('/depth/pct_2/bid_usd', 'usd', if(is_enough, bands[5], NULL), ''),
      ('/depth/pct_2/ask_usd', 'usd', if(is_enough, bands[6], NULL), ''),
      ('/depth_2pct_usd', 'usd', if(is_enough, least(bands[5], bands[6]), NULL), ''),
      ('/imbalance_ratio', 'ratio', if(is_enough, (bands[5] - bands[6]) / (bands[5] + bands[6]), NULL), ''),
      ('/largest_size_1pct_usd/buy', 'usd', largest[1], ''),
      ('/largest_size_1pct_usd/sell', 'usd', largest[2], '')
    ],
    if(empty(books), [('/venues', 'json', NULL, '"unassessed"')], arrayFlatten(arrayMap((b, i) -> [
      (concat('/venues/', toString(i - 1), '/venue'), 'json', NULL, toJSONString(b.1)),
      (concat('/venues/', toString(i - 1), '/symbol'), 'json', NULL, toJSONString(toString(b.3))),
      (concat('/venues/', toString(i - 1), '/kind'), 'json', NULL, if(b.1 = 'hyperliquid', '"dex"', '"cex"')),
      (concat('/venues/', toString(i - 1), '/spread_bps'), 'bps', if(b.2 >= at_ms - 600000, toNullable(b.4), NULL), ''),
      (concat('/venues/', toString(i - 1), '/bid_2pct_usd'), 'usd', if(b.2 >= at_ms - 600000, toNullable(b.9), NULL), ''),
      (concat('/venues/', toString(i - 1), '/ask_2pct_usd'), 'usd', if(b.2 >= at_ms - 600000, toNullable(b.10), NULL), ''),
      (concat('/venues/', toString(i - 1), '/volume_24h_usd'), 'usd', if(arrayExists(t -> t.1 = b.1 AND t.3 >= at_ms - 900000, tickers), toNullable(arrayFirst(t -> t.1 = b.1, tickers).2), NULL), ''),
      (concat('/venues/', toString(i - 1), '/as_of'), 'time', toNullable(toFloat64(b.2)), ''),
      (concat('/venues/', toString(i - 1), '/status'), 'json', NULL, multiIf(b.2 < at_ms - 600000, '"stale"', b.11 = 1, '"truncated"', '"ok"'))
    ], books, arrayEnumerate(books)))),
    if(empty(pools), [('/dex_pools', 'json', NULL, '"unassessed"')], arrayFlatten(arrayMap((p, i) -> [
      (concat('/dex_pools/', toString(i - 1), '/chain'), 'json', NULL, toJSONString(p.1)),
      (concat('/dex_pools/', toString(i - 1), '/dex'), 'json', NULL, toJSONString(toString(p.2))),
      (concat('/dex_pools/', toString(i - 1), '/pool'), 'json', NULL, toJSONString(toString(p.3))),
      (concat('/dex_pools/', toString(i - 1), '/tvl_usd'), 'usd', toNullable(p.4), ''),
      (concat('/dex_pools/', toString(i - 1), '/volume_24h_usd'), 'usd', p.5, '')
    ], pools, arrayEnumerate(pools)))),
    if(empty(impact), [('/impact', 'json', NULL, '"unassessed"')], arrayFlatten(arrayMap((x, i) -> [
      (concat('/impact/', toString(i - 1), '/side'), 'json', NULL, toJSONString(x.1)),
      (concat('/impact/', toString(i - 1), '/size_usd'), 'whole', toNullable(x.2), ''),
      (concat('/impact/', toString(i - 1), '/impact_pct'), 'pct', x.3, ''),
      (concat('/impact/', toString(i - 1), '/method'), 'json', NULL, toJSONString(x.4)),
      (concat('/impact/', toString(i - 1), '/as_of'), 'time', toNullable(toFloat64(x.5)), '')
    ], impact, arrayEnumerate(impact))))
  )) AS row
  FROM
  (
    SELECT *,
      if(reached[half_at] = arraySum(spreads.2) / 2 AND half_at < length(spreads), (spreads[half_at].1 + spreads[half_at + 1].1) / 2, spreads[half_at].1) AS spread,
      if(is_enough, [arraySum(fresh.5), arraySum(fresh.6), arraySum(fresh.7), arraySum(fresh.8), arraySum(fresh.9), arraySum(fresh.10)], []) AS bands
    FROM
    (
      SELECT *,
        notEmpty(fresh) AND share >= 0.6 AS is_enough,
        arrayFirstIndex(x -> x >= arraySum(spreads.2) / 2, reached) AS half_at,
        -- The largest order whose average stays within one per cent: where the books end before that, what they hold.
        arrayMap((k, edge) -> (arrayFirstIndex((f, c) -> if(k = 1, f / c > edge, f / c < edge), filled[k], coins[k]) AS over,
          multiIf(NOT is_merged, NULL, over = 0, filled[k][-1],
            if(over = 1, 0, filled[k][over - 1]) + (edge * if(over = 1, 0, coins[k][over - 1]) - if(over = 1, 0, filled[k][over - 1])) / (1 - edge / ladders[k][over].1))).2,
          [1, 2], [1.01, 0.99]) AS largest,
        arrayConcat(
          if(is_merged, arrayMap(b -> (if(b.1 = 1, 'buy', 'sell'), toFloat64(b.2), b.3, 'book', least(at_ms, arrayMin(merged.2))), booked), []),
          arrayMap(q -> (q.1, q.2, if(q.3, q.4, NULL), 'quote', q.5), quotes)) AS impact
      FROM
      (
        SELECT *,
          arraySum(w -> if(has(fresh.1, w.1), w.2, 0), book_weights) / whole AS share,
          arrayCumSum(spreads.2) AS reached,
          notEmpty(merged) AND arraySum(w -> if(has(merged.1, w.1), w.2, 0), book_weights) / whole >= 0.6 AS is_merged
        FROM
        (
          SELECT *,
            arraySum(book_weights.2) AS whole,
            -- The spread at which half of the weight is reached.
            arraySort(b -> b.1, arrayMap(b -> (b.4, arrayFirst(w -> w.1 = b.1, book_weights).2), fresh)) AS spreads
          FROM
          (
            SELECT *,
              if(arraySum(all_sized.2) > 0, all_sized, arrayMap(w -> (w.1, toFloat64(1)), all_sized)) AS book_weights,
              -- side, size, cost of the average price in percentage points
              arrayFlatten(arrayMap(k -> arrayMap(size -> (k, size, if(filled[k][-1] < size, NULL,
                (arraySum((x, f) -> least(x.1 * x.2, greatest(0, size - f + x.1 * x.2)), ladders[k], filled[k])
                  / arraySum((x, f) -> least(x.1 * x.2, greatest(0, size - f + x.1 * x.2)) / x.1, ladders[k], filled[k]) - 1) * if(k = 1, 100, -100))),
                [1000, 10000, 100000, 1000000]), [1, 2])) AS booked
            FROM
            (
              SELECT *,
                arrayConcat(sized, arrayMap(v -> (v, toFloat64(0)), arrayFilter(v -> NOT has(sized.1, v), expected))) AS all_sized,
                arrayMap(l -> arrayCumSum(arrayMap(x -> x.1 * x.2, l)), ladders) AS filled,
                arrayMap(l -> arrayCumSum(l.2), ladders) AS coins
              FROM
              (
                SELECT *,
                  if(empty(week), [], arrayFilter(t -> NOT has(weights.1, t.1), tickers)) AS told,
                  arrayConcat(weights, arrayMap(t -> (t.1, 7 * t.2), arrayFilter(t -> has(expected, t.1), told))) AS sized,
                  -- Levels of both sides, best first: how far from mid, and the coins that they hold at mid.
                  arraySort(l -> l.1, arrayFlatten(arrayMap(b -> arrayMap((p, q) -> (p / ((b.12[1] + b.14[1]) / 2), (b.12[1] + b.14[1]) / 2 * q), b.14, b.15), merged))) AS asks,
                  arraySort(l -> -l.1, arrayFlatten(arrayMap(b -> arrayMap((p, q) -> (p / ((b.12[1] + b.14[1]) / 2), (b.12[1] + b.14[1]) / 2 * q), b.12, b.13), merged))) AS bids,
                  [asks, bids] AS ladders
                FROM
                (
                  SELECT *,
                    if(arraySum(spot_known.2) > 0, spot_known, arrayMap(w -> (w.1, toFloat64(1)), spot_known)) AS weights,
                    arrayFilter(b -> notEmpty(b.12) AND notEmpty(b.14), fresh) AS merged
                  FROM
                  (
                    SELECT *,
                      arrayConcat(week, arrayMap(v -> (v, toFloat64(0)), arrayFilter(v -> NOT has(week.1, v), minute_venues))) AS spot_known,
                      arrayFilter(b -> b.2 >= at_ms - 600000, books) AS fresh,
                      arrayDistinct(arrayConcat(books.1, tellers)) AS expected,
                      arraySort(q -> (q.1, q.2), arrayFilter(q -> q.2 IN (1000, 10000, 100000, 1000000), all_quotes)) AS quotes,
                      arrayFilter(p -> p.6 >= at_ms - 10800000, all_pools) AS pools
                    FROM
                    (
                      SELECT at_ms, minute_venues, week, tickers, tellers, books, all_quotes, all_pools
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

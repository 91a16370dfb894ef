-- Inputs of a sized evaluation: what an order costs and which share of the market it is, made again from the books and quotes that were read for it.
-- Not covered: nothing.
-- Books and quotes of the moment are kept with the evaluation, sixty days. Venues, depth, volume and price are those of the
-- sections liquidity and market of the state that was judged, which their own statements make.
WITH
  (
    SELECT (groupArray(asked)[1], groupArray(books)[1], groupArray(toUnixTimestamp64Milli(books_at))[1], groupArray(quotes)[1], groupArray(liquidity)[1], groupArray(market)[1])
    FROM order_input
    WHERE evaluation_id = {id:String}
  ) AS kept
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
  SELECT arrayJoin([
    if(book_applies, ('/impact_book_pct', 'ratio', book, ''), ('/impact_book_pct', 'json', CAST(NULL, 'Nullable(Float64)'), 'null')),
    if(quote_applies, ('/impact_quote_pct', 'ratio', quote, ''), ('/impact_quote_pct', 'json', CAST(NULL, 'Nullable(Float64)'), 'null')),
    ('/impact_pct', 'ratio', if(book IS NULL OR quote IS NULL, ifNull(book, quote), greatest(book, quote)), ''),
    -- Further apart than both contradict each other.
    if(book_applies AND quote_applies, ('/impact_disagreement_pct', 'ratio', if(greatest(book, quote) > 2 * greatest(0, least(book, quote)), abs(book - quote), 0 * book * quote), ''),
      ('/impact_disagreement_pct', 'json', CAST(NULL, 'Nullable(Float64)'), 'null')),
    ('/volume_share_pct', 'ratio', size / volume * 100, ''),
    ('/depth_share_pct', 'ratio', size / depth * 100, '')
  ]) AS row
  FROM
  (
    SELECT *,
      -- A book costs what the levels take, each at its distance from its own venue's mid.
      arrayFirstIndex(c -> c >= size, dollars) AS last_level,
      size / (if(last_level > 1, coins[last_level - 1], 0) + (size - if(last_level > 1, dollars[last_level - 1], 0)) / levels[last_level].1) AS average,
      if(NOT has_book OR last_level = 0, NULL, toNullable(if(side = 'buy', average - 1, 1 - average) * 100)) AS book,
      -- Costs never fall with the size: a dearer quote of a smaller order holds for the larger one.
      if(quote_applies AND arrayExists(p -> p.1 = size, points), toNullable(arrayMax(arrayMap(p -> if(p.1 <= size, p.2, 0), points))), NULL) AS quote
    FROM
    (
      SELECT *,
        arrayCumSum(l -> l.1 * l.2, levels) AS dollars,
        arrayCumSum(l -> l.2, levels) AS coins,
        notEmpty(usable) AND if(arraySum(v -> ifNull(v.3, 0), venues) > 0, arraySum(v -> if(has(usable.1, v.1), ifNull(v.3, 0), 0), venues) / arraySum(v -> ifNull(v.3, 0), venues),
          length(usable) / length(venues)) >= 0.6 AS has_book
      FROM
      (
        SELECT *,
          arraySort(l -> if(side = 'buy', l.1, -l.1), arrayFlatten(arrayMap(b -> ((b.3[1] + b.5[1]) / 2 AS mid, arrayMap((p, n) -> (p / mid, mid * n), if(side = 'buy', b.5, b.3), if(side = 'buy', b.6, b.4))).2, usable))) AS levels,
          scope != 'dex' OR notEmpty(venues) AS book_applies,
          scope != 'cex' AS quote_applies,
          if(scope = 'all', JSONExtract(liquidity, 'depth', 'pct_2', if(side = 'buy', 'ask_usd', 'bid_usd'), 'Nullable(Float64)'),
            if(empty(arrayFilter(v -> v.4 IS NOT NULL, venues)), NULL, arraySum(v -> ifNull(v.4, 0), venues))) AS depth
        FROM
        (
          SELECT *,
            -- Of the order's scope the venues whose books the state found good.
            arrayMap(v -> (JSONExtractString(v, 'venue'), JSONExtractString(v, 'kind'), JSONExtract(v, 'volume_24h_usd', 'Nullable(Float64)'),
              if(side = 'buy', JSONExtract(v, 'ask_2pct_usd', 'Nullable(Float64)'), JSONExtract(v, 'bid_2pct_usd', 'Nullable(Float64)'))),
              arrayFilter(v -> scope = 'all' OR (scope = JSONExtractString(v, 'kind') AND chain = ''), JSONExtractArrayRaw(liquidity, 'venues'))) AS venues,
            arrayFilter(b -> has(venues.1, b.1) AND b.2 <= read_ms AND b.2 >= read_ms - 600000 AND notEmpty(b.3) AND notEmpty(b.5),
              arrayMap(b -> (JSONExtractString(b, 'venue'), JSONExtract(b, 'read_at', 'Int64'), JSONExtract(b, 'bid_price', 'Array(Float64)'), JSONExtract(b, 'bid_native', 'Array(Float64)'),
                JSONExtract(b, 'ask_price', 'Array(Float64)'), JSONExtract(b, 'ask_native', 'Array(Float64)')), JSONExtractArrayRaw(books))) AS usable,
            -- By size the cheapest quote of a chain whose aggregators do not contradict each other.
            arrayMap(q -> (JSONExtractString(q, 'chain'), JSONExtract(q, 'sizeUsd', 'Float64'), JSONExtract(q, 'impactPct', 'Float64')), JSONExtractArrayRaw(said)) AS quotes,
            arrayMap(g -> (g.1, arrayMap(q -> q.3, arrayFilter(q -> (q.2, q.1) = g, quotes)) AS costs, length(costs) = 1 OR arrayMax(costs) - arrayMin(costs) <= 0.5
              OR arrayMax(costs) <= 2 * arrayMin(costs), arrayMin(costs)), arrayDistinct(arrayMap(q -> (q.2, q.1), quotes))) AS told,
            arrayMap(s -> (s, arrayMin(arrayMap(o -> o.4, arrayFilter(o -> o.3 AND o.1 = s, told)))), arrayDistinct(arrayMap(o -> o.1, arrayFilter(o -> o.3, told)))) AS points
          FROM
          (
            SELECT ifNull(kept.1, '') AS asked, ifNull(kept.2, '') AS books, ifNull(kept.3, 0) AS read_ms, ifNull(kept.4, '') AS said, ifNull(kept.5, '') AS liquidity, ifNull(kept.6, '') AS market,
              if(JSONExtractString(asked, 'side') = 'sell', 'sell', 'buy') AS side,
              if(JSONExtractString(asked, 'venue_scope') = '', 'all', JSONExtractString(asked, 'venue_scope')) AS scope,
              JSONExtractString(asked, 'chain') AS chain,
              ifNull(JSONExtract(asked, 'size_usd', 'Nullable(Float64)'),
                round(JSONExtract(asked, 'size_native', 'Nullable(Float64)') * JSONExtract(market, 'price_usd', 'Nullable(Float64)'), 2)) AS size,
              JSONExtract(market, 'volume_24h_usd', 'Nullable(Float64)') AS volume
          )
        )
      )
    )
  )
)

CREATE OR REPLACE VIEW analyst.hour_live
(
  token LowCardinality(String) COMMENT 'Token id.',
  hour DateTime('UTC') COMMENT 'Start of the hour; values hold at its end unless they say otherwise. UTC.',
  price_usd Nullable(Float64) COMMENT 'Median over venues of the spot closes at the end of the hour; null while it runs. USD.',
  price_before_usd Nullable(Float64) COMMENT 'The same an hour before. USD.',
  return_1h_pct Nullable(Float64) COMMENT 'price_usd / price_before_usd - 1; null where either is missing. Percent.',
  venue_count Nullable(UInt32) COMMENT 'Venues with a spot candle of the hour.',
  spot_volume_usd Nullable(Float64) COMMENT 'Spot value traded in the hour, summed over venues. USD.',
  perp_volume_usd Nullable(Float64) COMMENT 'Value of perpetuals traded in the hour, summed over venues. USD.',
  spread_bps Nullable(Float64) COMMENT 'Median over venues of the mean spot spread of the hour. Basis points.',
  depth_1_usd Nullable(Float64) COMMENT 'Bids and asks within 1 % of mid, mean of the hour by venue, summed over venues. USD.',
  open_interest_usd Nullable(Float64) COMMENT 'Last reading of each venue in the hour, summed: one side. USD.',
  open_interest_venue_count Nullable(UInt32) COMMENT 'Venues in open_interest_usd; compare hours only where it is the same.',
  funding_8h_pct Nullable(Float64) COMMENT 'Median over venues of the last current rate in the hour, made comparable to 8 hours. Percent.',
  settled_8h_pct Nullable(Float64) COMMENT 'Median over venues of the rates settled in the hour, made comparable to 8 hours. Percent.',
  long_short_ratio Nullable(Float64) COMMENT 'Median over venues of the last ratio of all accounts in the hour. Long over short.',
  taker_buy_pct Nullable(Float64) COMMENT 'Median over venues of the share of taker buys in the hour. Percent.',
  liquidation_long_usd Nullable(Float64) COMMENT 'Longs closed by force in the hour; null where none was reported. A lower bound. USD.',
  liquidation_short_usd Nullable(Float64) COMMENT 'Shorts closed by force in the hour; null where none was reported. A lower bound. USD.',
  inflow_usd Nullable(Float64) COMMENT 'To labelled exchange wallets; null where a window has no price. USD.',
  outflow_usd Nullable(Float64) COMMENT 'From labelled exchange wallets; null where a window has no price. USD.',
  netflow_usd Nullable(Float64) COMMENT 'inflow_usd - outflow_usd. USD.',
  large_transfer_usd Nullable(Float64) COMMENT 'Single transfers above the threshold; null where none was seen. USD.',
  is_simulated UInt8 COMMENT '1 where any row behind the hour came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The panel token_hour made of single readings at each look: the same numbers to the second, and slow.'
AS SELECT
  token,
  hour,
  anyOrNullIf(value, measure = 'price') AS price_usd,
  anyOrNullIf(value, measure = 'price_before') AS price_before_usd,
  (price_usd / price_before_usd - 1) * 100 AS return_1h_pct,
  toUInt32(anyOrNullIf(value, measure = 'venues')) AS venue_count,
  anyOrNullIf(value, measure = 'spot_volume') AS spot_volume_usd,
  anyOrNullIf(value, measure = 'perp_volume') AS perp_volume_usd,
  anyOrNullIf(value, measure = 'spread') AS spread_bps,
  anyOrNullIf(value, measure = 'depth') AS depth_1_usd,
  anyOrNullIf(value, measure = 'open_interest') AS open_interest_usd,
  toUInt32(anyOrNullIf(value, measure = 'open_interest_venues')) AS open_interest_venue_count,
  anyOrNullIf(value, measure = 'funding') AS funding_8h_pct,
  anyOrNullIf(value, measure = 'settled') AS settled_8h_pct,
  anyOrNullIf(value, measure = 'long_short') AS long_short_ratio,
  anyOrNullIf(value, measure = 'taker_buy') AS taker_buy_pct,
  anyOrNullIf(value, measure = 'liquidation_long') AS liquidation_long_usd,
  anyOrNullIf(value, measure = 'liquidation_short') AS liquidation_short_usd,
  anyOrNullIf(value, measure = 'inflow') AS inflow_usd,
  anyOrNullIf(value, measure = 'outflow') AS outflow_usd,
  inflow_usd - outflow_usd AS netflow_usd,
  anyOrNullIf(value, measure = 'large_transfer') AS large_transfer_usd,
  max(simulated) AS is_simulated
FROM
(
  SELECT token, hour, simulated, m.1 AS measure, m.2 AS value
  FROM
  (
    SELECT token, toStartOfHour(open_at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('price', toNullable(quantileExactInclusive(0.5)(close))), ('venues', toNullable(toFloat64(uniqExact(venue)))), ('spot_volume', toNullable(sum(volume_usd)))] AS measures
    FROM candle FINAL
    WHERE replaced_at = 0 AND market = 'spot' AND interval_s = 3600
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(open_at) + INTERVAL 1 HOUR AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('price_before', toNullable(quantileExactInclusive(0.5)(close)))] AS measures
    FROM candle FINAL
    WHERE replaced_at = 0 AND market = 'spot' AND interval_s = 3600
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(open_at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('perp_volume', toNullable(sum(volume_usd)))] AS measures
    FROM candle FINAL
    WHERE replaced_at = 0 AND market = 'perp' AND interval_s = 3600
    GROUP BY token, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [('spread', toNullable(quantileExactInclusive(0.5)(spread))), ('depth', toNullable(sum(depth)))] AS measures
    FROM
    (
      SELECT token, venue, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        avg(spread_bps) AS spread, avg(bid_1_usd + ask_1_usd) AS depth
      FROM order_book FINAL
      WHERE replaced_at = 0 AND market = 'spot'
      GROUP BY token, venue, hour
    )
    GROUP BY token, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [('open_interest', toNullable(sum(open_interest))), ('open_interest_venues', toNullable(toFloat64(count())))] AS measures
    FROM
    (
      SELECT token, venue, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        argMax(open_interest_usd, at) AS open_interest
      FROM open_interest FINAL WHERE replaced_at = 0
      GROUP BY token, venue, hour
    )
    GROUP BY token, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [(if(kind = 'current', 'funding', 'settled'), toNullable(quantileExactInclusive(0.5)(rate_8h_pct)))] AS measures
    FROM
    (
      SELECT token, venue, kind, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        argMax(rate * 8 / assumeNotNull(interval_hours) * 100, at) AS rate_8h_pct
      FROM funding FINAL
      WHERE replaced_at = 0 AND interval_hours > 0
      GROUP BY token, venue, kind, hour
    )
    GROUP BY token, kind, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [('long_short', toNullable(quantileExactInclusive(0.5)(last_ratio)))] AS measures
    FROM
    (
      SELECT token, venue, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        argMax(ratio, at) AS last_ratio
      FROM long_short FINAL
      WHERE replaced_at = 0 AND kind = 'global_account'
      GROUP BY token, venue, hour
    )
    GROUP BY token, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [('taker_buy', toNullable(quantileExactInclusive(0.5)(buy_pct)))] AS measures
    FROM
    (
      SELECT token, venue, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        sum(buy) / sum(buy + sell) * 100 AS buy_pct
      FROM taker_volume FINAL WHERE replaced_at = 0
      GROUP BY token, venue, hour
      HAVING sum(buy + sell) > 0
    )
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('liquidation_long', toNullable(sumIf(value_usd, side = 'long'))), ('liquidation_short', toNullable(sumIf(value_usd, side = 'short')))] AS measures
    FROM liquidation FINAL WHERE replaced_at = 0
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('inflow', if(countIf(inflow_usd IS NULL) = 0, sum(inflow_usd), NULL)), ('outflow', if(countIf(outflow_usd IS NULL) = 0, sum(outflow_usd), NULL))] AS measures
    FROM exchange_flow FINAL WHERE replaced_at = 0
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('large_transfer', toNullable(sum(value_usd)))] AS measures
    FROM large_transfer FINAL WHERE replaced_at = 0
    GROUP BY token, hour
  )
  ARRAY JOIN measures AS m
)
GROUP BY token, hour
HAVING countIf(measure != 'price_before') > 0;

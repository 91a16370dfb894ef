-- Inputs of an evaluation: what its rules look at of a token, made again from the readings behind the state that was judged.
-- Not covered: nothing.
-- Each is a member of a section, as that section's own statement makes it, or follows from several. Null does not apply to the
-- token. Of an order the metrics of its size are those of the statement order.
WITH
  -- Whether the rule of falling depth could not be judged in the last minute: that no signal of it is open says nothing then.
  (
    SELECT position(JSONExtractRaw(argMax(first_coverage, minute), {token:String}, 4), '"depth_drop"') > 0
    FROM
    (
      SELECT at AS minute, argMin(coverage, written_at) AS first_coverage
      FROM detection_minute
      WHERE at > {at:DateTime64(3, 'UTC')} - INTERVAL 11 MINUTE AND at <= {at:DateTime64(3, 'UTC')} AND written_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY minute
    )
  ) AS is_depth_unjudged
SELECT concat('/', one.1) AS member,
  multiIf(one.2 IS NULL, 'null', isNaN(assumeNotNull(one.2)), '"unassessed"',
    one.1 = 'contract_risk', concat('"', ['low', 'medium', 'high', 'critical'][toUInt8(ifNotFinite(assumeNotNull(one.2), 0)) + 1], '"'),
    toString(round(assumeNotNull(one.2), 6))) AS value,
  ifNotFinite(ifNull(one.3, 0), 0) AS step
FROM
(
  SELECT arrayJoin([
    ('change_1h_pct', towards * x['market/change_1h_pct'], e['market/change_1h_pct']),
    ('change_24h_pct', towards * x['market/change_24h_pct'], e['market/change_24h_pct']),
    ('abs_change_1h_pct', abs(x['market/change_1h_pct']), e['market/change_1h_pct']),
    ('abs_change_24h_pct', abs(x['market/change_24h_pct']), e['market/change_24h_pct']),
    ('sigma_1h_pct', x['market/sigma_1h_pct'], e['market/sigma_1h_pct']),
    ('sigma_24h_pct', x['market/sigma_24h_pct'], e['market/sigma_24h_pct']),
    -- An hour and a day that go apart: the smaller of the two in usual moves, else nothing.
    ('reversal_sigmas', if(isNaN(hour_sigmas) OR isNaN(day_sigmas), nan, if(x['market/change_1h_pct'] * x['market/change_24h_pct'] < 0, least(hour_sigmas, day_sigmas), 0)),
      abs(hour_sigmas) * (r['market/change_1h_pct'] + r['market/sigma_1h_pct']) + abs(day_sigmas) * (r['market/change_24h_pct'] + r['market/sigma_24h_pct']) + 1e-6),
    ('depth_2pct_usd', x['liquidity/depth_2pct_usd'], e['liquidity/depth_2pct_usd']),
    ('quote_impact_pct', quoted.2, 1e-4),
    ('spread_bps', x['liquidity/spread_bps'], e['liquidity/spread_bps']),
    ('volume_24h_usd', x['market/volume_24h_usd'], e['market/volume_24h_usd']),
    ('price_confidence_bps', x['market/price_confidence_bps'], e['market/price_confidence_bps']),
    ('depth_signals_open', if(m['signals/open'] = '"unassessed"' OR ((arrayCount((p, v) -> match(p, '^signals/open/\\d+/kind$') AND v = '"depth_drop"', paths, texts) AS fallen) = 0 AND is_depth_unjudged), nan,
      fallen), 0),
    ('abs_funding_apr_pct', abs(x['derivatives/funding_apr_pct']), e['derivatives/funding_apr_pct']),
    ('funding_percentile_90d', x['derivatives/funding_percentile_90d'], e['derivatives/funding_percentile_90d']),
    -- At its extreme of ninety days; without the percentile it is taken for extreme.
    ('funding_extreme_apr_pct', multiIf(isNaN(x['derivatives/funding_percentile_90d']), abs(x['derivatives/funding_apr_pct']),
      x['derivatives/funding_percentile_90d'] IS NULL OR x['derivatives/funding_apr_pct'] IS NULL, NULL,
      isNaN(x['derivatives/funding_apr_pct']), nan,
      x['derivatives/funding_percentile_90d'] >= 99 OR x['derivatives/funding_percentile_90d'] <= 1, abs(x['derivatives/funding_apr_pct']), 0), e['derivatives/funding_apr_pct']),
    ('oi_to_market_cap_pct', x['derivatives/oi_to_market_cap_pct'], e['derivatives/oi_to_market_cap_pct']),
    ('oi_change_4h_pct', x['derivatives/oi_change_4h_pct'], e['derivatives/oi_change_4h_pct']),
    ('liquidations_to_oi_pct', x['derivatives/liquidations_24h/total_usd'] / x['derivatives/open_interest_usd'] * 100 AS closed_share,
      abs(closed_share) * (r['derivatives/liquidations_24h/total_usd'] + r['derivatives/open_interest_usd']) + 1e-6),
    ('long_short_ratio', x['derivatives/long_short_ratio'], e['derivatives/long_short_ratio']),
    ('netflow_to_market_cap_pct', towards * x['onchain/exchange_netflow_24h_usd'] * 100 / x['market/market_cap_usd'] AS net_share,
      abs(net_share) * (r['onchain/exchange_netflow_24h_usd'] + r['market/market_cap_usd']) + 1e-6),
    ('to_exchange_of_supply_pct', moved * 100 / (x['market/price_usd'] * x['supply/circulating_native']) AS moved_share,
      abs(moved_share) * (r[moved_path] + r['market/price_usd'] + r['supply/circulating_native']) + 1e-6),
    ('tvl_change_24h_pct', x['onchain/tvl_change_24h_pct'], e['onchain/tvl_change_24h_pct']),
    ('unlock_7d_pct', x['supply/unlocks_7d_pct'], e['supply/unlocks_7d_pct']),
    ('inflation_30d_pct', x['supply/inflation_30d_pct'], e['supply/inflation_30d_pct']),
    ('circulating_pct_of_max', x['supply/circulating_pct_of_max'], e['supply/circulating_pct_of_max']),
    ('market_cap_usd', x['market/market_cap_usd'], e['market/market_cap_usd']),
    ('volatility_30d_pct', x['market/realized_vol_30d_pct'], e['market/realized_vol_30d_pct']),
    ('circulating_native', x['supply/circulating_native'], e['supply/circulating_native'] + 1e-6),
    ('top10_holders_pct', x['onchain/top10_holders_pct'], e['onchain/top10_holders_pct']),
    ('btc_change_24h_pct', x['context/btc_change_24h_pct'], e['context/btc_change_24h_pct']),
    ('breadth_up_24h_pct', x['context/breadth_up_24h_pct'], e['context/breadth_up_24h_pct']),
    ('sector_change_24h_pct', x['context/sector_change_24h_pct'], e['context/sector_change_24h_pct']),
    ('fear_greed', x['context/fear_greed/value'], 0),
    -- What an owner may do the first scanner tells alone: without its scan only a level of danger says what it says.
    ('contract_risk', multiIf(is_coin, NULL, indexOf(['"low"', '"medium"', '"high"', '"critical"'], m['security/contract_risk']) AS rank = 0 OR (rank <= 2 AND unscanned > 0), nan, rank - 1), 0),
    -- A tax that is not known may be any: only one above a tenth already says what it says.
    ('sell_tax_pct', multiIf(is_coin, NULL, empty(taxes) OR (length(taxes) < length(contracts) AND arrayMax(taxes) <= 10), nan, arrayMax(taxes)), 1e-4),
    ('cannot_sell', multiIf(is_coin, NULL, is_unread OR (stuck = 0 AND unsure > 0), nan, stuck), 0)
  ]::Array(Tuple(String, Nullable(Float64), Nullable(Float64)))) AS one
  FROM
  (
    SELECT *,
      -- How much of each its last place is.
      mapApply((k, v) -> (k, ifNotFinite(ifNull(v / abs(x[k]), 0), 0)), e) AS r,
      abs(x['market/change_1h_pct']) / x['market/sigma_1h_pct'] AS hour_sigmas,
      abs(x['market/change_24h_pct']) / x['market/sigma_24h_pct'] AS day_sigmas,
      if(towards > 0, 'onchain/large_transfers_24h/to_exchange_usd', 'onchain/large_transfers_24h/from_exchange_usd') AS moved_path,
      x[moved_path] AS moved
    FROM
    (
      SELECT *,
        if({side:String} = 'sell', -1, 1) AS towards,
        mapFromArrays(needed, arrayMap(p -> multiIf(
          (if(m[p] = '', m[arrayStringConcat(arrayPopBack(splitByChar('/', p)), '/')], m[p]) AS told) = '"unassessed"', nan,
          toFloat64OrNull(told)), needed)) AS x,
        mapFromArrays(needed, arrayMap(p -> steps[p], needed)) AS e,
        m['security/applicable'] = 'false' AS is_coin,
        m['security/contracts'] = '"unassessed"' AS is_unread,
        arrayFilter(i -> i != '', arrayDistinct(arrayMap(p -> extract(p, '^security/contracts/(\\d+)/chain$'), paths))) AS contracts,
        arrayFilter(t -> t IS NOT NULL, arrayMap(i -> toFloat64OrNull(m[concat('security/contracts/', i, '/sell_tax_pct')]), contracts)) AS known_taxes,
        arrayMap(t -> assumeNotNull(t), known_taxes) AS taxes,
        arrayCount(i -> m[concat('security/contracts/', i, '/honeypot')] = 'true' OR m[concat('security/contracts/', i, '/cannot_sell_all')] = 'true', contracts) AS stuck,
        arrayCount(i -> m[concat('security/contracts/', i, '/honeypot')] = '"unassessed"', contracts) AS unsure,
        arrayCount(i -> m[concat('security/contracts/', i, '/other_risks')] = '"unassessed"', contracts) AS unscanned,
        -- The smallest order that was quoted of this side.
        arraySort(arrayMap(i -> (toFloat64OrZero(m[concat('liquidity/impact/', i, '/size_usd')]), ifNull(toFloat64OrNull(m[concat('liquidity/impact/', i, '/impact_pct')]), nan)),
          arrayFilter(i -> i != '' AND m[concat('liquidity/impact/', i, '/method')] = '"quote"' AND m[concat('liquidity/impact/', i, '/side')] = concat('"', {side:String}, '"'),
            arrayMap(p -> extract(p, '^liquidity/impact/(\\d+)/method$'), paths)))) AS quotes,
        if(empty(quotes), (toFloat64(0), nan), quotes[1]) AS quoted
      FROM
      (
        SELECT groupArray(path) AS paths, groupArray(text) AS texts, mapFromArrays(paths, texts) AS m, mapFromArrays(paths, groupArray(toFloat64(place))) AS steps,
          ['market/change_1h_pct', 'market/change_24h_pct', 'market/sigma_1h_pct', 'market/sigma_24h_pct', 'market/volume_24h_usd', 'market/price_confidence_bps', 'market/market_cap_usd',
            'market/realized_vol_30d_pct', 'market/price_usd', 'liquidity/depth_2pct_usd', 'liquidity/spread_bps', 'derivatives/funding_apr_pct', 'derivatives/funding_percentile_90d',
            'derivatives/liquidations_24h/total_usd', 'derivatives/open_interest_usd', 'derivatives/oi_to_market_cap_pct', 'derivatives/oi_change_4h_pct', 'derivatives/long_short_ratio',
            'onchain/exchange_netflow_24h_usd', 'onchain/large_transfers_24h/to_exchange_usd', 'onchain/large_transfers_24h/from_exchange_usd', 'onchain/tvl_change_24h_pct',
            'onchain/top10_holders_pct', 'supply/unlocks_7d_pct', 'supply/inflation_30d_pct', 'supply/circulating_pct_of_max', 'supply/circulating_native', 'context/btc_change_24h_pct',
            'context/breadth_up_24h_pct', 'context/sector_change_24h_pct', 'context/fear_greed/value'] AS needed
        FROM
        (
          SELECT concat('market', member) AS path, value AS text, step AS place FROM ({{market}})
          UNION ALL SELECT concat('liquidity', member), value, step FROM ({{liquidity}})
          UNION ALL SELECT concat('derivatives', member), value, step FROM ({{derivatives}})
          UNION ALL SELECT concat('onchain', member), value, step FROM ({{onchain}})
          UNION ALL SELECT concat('supply', member), value, step FROM ({{supply}})
          UNION ALL SELECT concat('security', member), value, step FROM ({{security}})
          UNION ALL SELECT concat('context', member), value, step FROM ({{context}})
          UNION ALL SELECT concat('signals', member), value, step FROM ({{signals}})
        )
      )
    )
  )
)

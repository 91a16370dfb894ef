CREATE OR REPLACE VIEW analyst.token_day
(
  token LowCardinality(String) COMMENT 'Token id.',
  day Date COMMENT 'Day. UTC.',
  price_usd Nullable(Float64) COMMENT 'Of the last hour of the day that has one; token_hour says what it is. USD.',
  price_before_usd Nullable(Float64) COMMENT 'At the start of the day; null where its first hour has none before it. USD.',
  return_pct Nullable(Float64) COMMENT 'price_usd / price_before_usd - 1; null where either is missing. Percent.',
  lowest_usd Nullable(Float64) COMMENT 'Lowest price at the end of an hour. USD.',
  highest_usd Nullable(Float64) COMMENT 'Highest price at the end of an hour. USD.',
  spot_volume_usd Nullable(Float64) COMMENT 'Spot value traded, summed over venues. USD.',
  perp_volume_usd Nullable(Float64) COMMENT 'Value of perpetuals traded, summed over venues. USD.',
  spread_bps Nullable(Float64) COMMENT 'Mean of the hours. Basis points.',
  depth_1_usd Nullable(Float64) COMMENT 'Bids and asks within 1 % of mid, mean of the hours. USD.',
  open_interest_usd Nullable(Float64) COMMENT 'Of the last hour that has one: one side. USD.',
  open_interest_venue_count Nullable(UInt32) COMMENT 'Venues in open_interest_usd; compare days only where it is the same.',
  funding_8h_pct Nullable(Float64) COMMENT 'Mean of the hours, made comparable to 8 hours. Percent.',
  long_short_ratio Nullable(Float64) COMMENT 'Of the last hour that has one. Long over short.',
  taker_buy_pct Nullable(Float64) COMMENT 'Mean of the hours. Percent.',
  liquidation_long_usd Nullable(Float64) COMMENT 'Longs closed by force; null where none was reported. A lower bound. USD.',
  liquidation_short_usd Nullable(Float64) COMMENT 'Shorts closed by force; null where none was reported. A lower bound. USD.',
  netflow_usd Nullable(Float64) COMMENT 'To labelled exchange wallets less from them, over the hours that have one. USD.',
  large_transfer_usd Nullable(Float64) COMMENT 'Single transfers above the threshold; null where none was seen. USD.',
  hour_count UInt32 COMMENT 'Hours of the day with a price: of a whole day 24.',
  is_simulated UInt8 COMMENT '1 where any row behind the day came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The daily panel: token_hour by day. Null means not measured.'
AS SELECT
  token, toDate(hour, 'UTC') AS day, argMaxOrNullIf(h.price_usd, hour, h.price_usd IS NOT NULL) AS price_usd,
  anyOrNullIf(h.price_before_usd, toHour(hour, 'UTC') = 0) AS price_before_usd, (price_usd / price_before_usd - 1) * 100 AS return_pct,
  minOrNull(h.price_usd) AS lowest_usd, maxOrNull(h.price_usd) AS highest_usd, sumOrNull(h.spot_volume_usd) AS spot_volume_usd,
  sumOrNull(h.perp_volume_usd) AS perp_volume_usd, avgOrNull(h.spread_bps) AS spread_bps, avgOrNull(h.depth_1_usd) AS depth_1_usd,
  argMaxOrNullIf(h.open_interest_usd, hour, h.open_interest_usd IS NOT NULL) AS open_interest_usd,
  argMaxOrNullIf(h.open_interest_venue_count, hour, h.open_interest_usd IS NOT NULL) AS open_interest_venue_count,
  avgOrNull(h.funding_8h_pct) AS funding_8h_pct, argMaxOrNullIf(h.long_short_ratio, hour, h.long_short_ratio IS NOT NULL) AS long_short_ratio,
  avgOrNull(h.taker_buy_pct) AS taker_buy_pct, sumOrNull(h.liquidation_long_usd) AS liquidation_long_usd,
  sumOrNull(h.liquidation_short_usd) AS liquidation_short_usd, sumOrNull(h.netflow_usd) AS netflow_usd,
  sumOrNull(h.large_transfer_usd) AS large_transfer_usd, toUInt32(count(h.price_usd)) AS hour_count, max(h.is_simulated) AS is_simulated
FROM analyst.token_hour AS h
GROUP BY token, day;

CREATE OR REPLACE VIEW analyst.token_hour
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
  is_simulated UInt8 COMMENT '1 where any row behind the hour came from a simulated provider.',
  folded_at DateTime64(3, 'UTC') COMMENT 'When it was made of its readings; of the running hour over five minutes ago is late. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The hourly panel: one row a token and hour with price, volume, depth, positioning and flows. Null means not measured. Stored by hour, the running one every five minutes.'
AS SELECT
  token, toDateTime(h.at, 'UTC') AS hour, price_usd, price_before_usd, (price_usd / price_before_usd - 1) * 100 AS return_1h_pct, venue_count,
  spot_volume_usd, perp_volume_usd, spread_bps, depth_1_usd, open_interest_usd, open_interest_venue_count, funding_8h_pct, settled_8h_pct,
  long_short_ratio, taker_buy_pct, liquidation_long_usd, liquidation_short_usd, inflow_usd, outflow_usd,
  inflow_usd - outflow_usd AS netflow_usd, large_transfer_usd, is_simulated, folded_at
FROM token_hour AS h FINAL;

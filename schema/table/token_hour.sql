CREATE TABLE IF NOT EXISTS token_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the hour. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  price_usd Nullable(Float64) COMMENT 'Median over venues of the spot closes at the end of the hour; null while it runs. USD.' CODEC(ZSTD(1)),
  price_before_usd Nullable(Float64) COMMENT 'The same an hour before. USD.' CODEC(ZSTD(1)),
  venue_count Nullable(UInt32) COMMENT 'Venues with a spot candle of the hour.',
  spot_volume_usd Nullable(Float64) COMMENT 'Spot value traded in the hour, summed over venues. USD.' CODEC(ZSTD(1)),
  perp_volume_usd Nullable(Float64) COMMENT 'Value of perpetuals traded in the hour, summed over venues. USD.' CODEC(ZSTD(1)),
  spread_bps Nullable(Float64) COMMENT 'Median over venues of the mean spot spread of the hour. Basis points.' CODEC(ZSTD(1)),
  depth_1_usd Nullable(Float64) COMMENT 'Bids and asks within 1 % of mid, mean of the hour by venue, summed over venues. USD.' CODEC(ZSTD(1)),
  open_interest_usd Nullable(Float64) COMMENT 'Last reading of each venue in the hour, summed: one side. USD.' CODEC(ZSTD(1)),
  open_interest_venue_count Nullable(UInt32) COMMENT 'Venues in open_interest_usd; compare hours only where it is the same.',
  funding_8h_pct Nullable(Float64) COMMENT 'Median over venues of the last current rate in the hour, made comparable to 8 hours. Percent.' CODEC(ZSTD(1)),
  settled_8h_pct Nullable(Float64) COMMENT 'Median over venues of the rates settled in the hour, made comparable to 8 hours. Percent.' CODEC(ZSTD(1)),
  long_short_ratio Nullable(Float64) COMMENT 'Median over venues of the last ratio of all accounts in the hour. Long over short.' CODEC(ZSTD(1)),
  taker_buy_pct Nullable(Float64) COMMENT 'Median over venues of the share of taker buys in the hour. Percent.' CODEC(ZSTD(1)),
  liquidation_long_usd Nullable(Float64) COMMENT 'Longs closed by force in the hour; null where none was reported. A lower bound. USD.' CODEC(ZSTD(1)),
  liquidation_short_usd Nullable(Float64) COMMENT 'Shorts closed by force in the hour; null where none was reported. A lower bound. USD.' CODEC(ZSTD(1)),
  inflow_usd Nullable(Float64) COMMENT 'To labelled exchange wallets; null where a window has no price. USD.' CODEC(ZSTD(1)),
  outflow_usd Nullable(Float64) COMMENT 'From labelled exchange wallets; null where a window has no price. USD.' CODEC(ZSTD(1)),
  large_transfer_usd Nullable(Float64) COMMENT 'Single transfers above the threshold; null where none was seen. USD.' CODEC(ZSTD(1)),
  is_simulated UInt8 COMMENT '1 where any row behind the hour came from a simulated provider; without a unit.',
  folded_at DateTime64(3, 'UTC') COMMENT 'When it was made of the readings; the later one counts. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(folded_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'The hourly panel of a token, folded from the readings of an hour while it runs, once it is over, and again where some came late.';

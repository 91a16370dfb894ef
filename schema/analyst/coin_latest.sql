CREATE OR REPLACE VIEW analyst.coin_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time of the newest reading. UTC.',
  price_usd Float64 COMMENT 'The provider\'s own price; token_hour and price_minute hold ours. USD.',
  market_cap_usd Nullable(Float64) COMMENT 'Market cap. USD.',
  fdv_usd Nullable(Float64) COMMENT 'Fully diluted valuation; null where it does not apply. USD.',
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply. Native coins.',
  total_native Nullable(Float64) COMMENT 'Total supply. Native coins.',
  max_native Nullable(Float64) COMMENT 'Maximum supply; null where there is none. Native coins.',
  ath_usd Nullable(Float64) COMMENT 'All-time high. USD.',
  ath_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Time of the all-time high. UTC.',
  volume_24h_usd Nullable(Float64) COMMENT '24-hour volume over all venues the provider covers. USD.',
  age_s Int64 COMMENT 'Age of the reading when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Newest rank, supply and all-time high of every token.'
AS SELECT
  token, at, price_usd, market_cap_usd, fdv_usd, rank, circulating_native, total_native, max_native, ath_usd, ath_at, volume_24h_usd,
  dateDiff('second', at, now64(3)) AS age_s, provider
FROM coin_market
ORDER BY token, at DESC, retrieved_at DESC
LIMIT 1 BY token;

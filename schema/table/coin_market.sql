CREATE TABLE IF NOT EXISTS coin_market
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  price_usd Float64 COMMENT 'Price. USD.' CODEC(ZSTD(1)),
  market_cap_usd Nullable(Float64) COMMENT 'Market cap. USD.' CODEC(ZSTD(1)),
  fdv_usd Nullable(Float64) COMMENT 'Fully diluted valuation; null where it does not apply. USD.' CODEC(ZSTD(1)),
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply. Native coins.' CODEC(ZSTD(1)),
  total_native Nullable(Float64) COMMENT 'Total supply. Native coins.' CODEC(ZSTD(1)),
  max_native Nullable(Float64) COMMENT 'Maximum supply; null where there is none. Native coins.' CODEC(ZSTD(1)),
  ath_usd Nullable(Float64) COMMENT 'All-time high. USD.' CODEC(ZSTD(1)),
  ath_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Time of the all-time high. UTC.',
  volume_24h_usd Nullable(Float64) COMMENT '24-hour volume over all venues the provider covers. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Rank, supply and all-time high from a market-data provider.';

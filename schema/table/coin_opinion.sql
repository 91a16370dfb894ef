CREATE TABLE IF NOT EXISTS coin_opinion
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  price_usd Float64 COMMENT 'Price. USD.' CODEC(ZSTD(1)),
  market_cap_usd Nullable(Float64) COMMENT 'Market cap. USD.' CODEC(ZSTD(1)),
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply, as its market cap over its price. Native coins.' CODEC(ZSTD(1)),
  total_native Nullable(Float64) COMMENT 'Total supply. Native coins.' CODEC(ZSTD(1)),
  max_native Nullable(Float64) COMMENT 'Maximum supply; null where there is none. Native coins.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'A second provider\'s supply of the tracked tokens, for comparison with the first only.';

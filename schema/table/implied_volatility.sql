CREATE TABLE IF NOT EXISTS implied_volatility
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  at DateTime64(3, 'UTC') COMMENT 'The instant the index is of. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  volatility_30d_pct Float64 COMMENT 'What options price in for the next 30 days, annual. Percent.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Volatility indices of option venues: what options price in for the next 30 days.';

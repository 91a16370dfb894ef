CREATE TABLE IF NOT EXISTS open_interest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  open_interest_native Float64 COMMENT 'One side. Native coins.' CODEC(ZSTD(1)),
  open_interest_usd Float64 COMMENT 'One side at mark price. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Single-side open interest of a perpetual.';

CREATE TABLE IF NOT EXISTS fear_greed
(
  token LowCardinality(String) COMMENT 'Always empty: the index is about the whole market.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the day the value is for. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  value UInt8 COMMENT 'The index: 0 is extreme fear, 100 extreme greed. Unit: index points.',
  label LowCardinality(String) COMMENT 'The provider\'s word for the value.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (provider, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Fear and greed index by day.';

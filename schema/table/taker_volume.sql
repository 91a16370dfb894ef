CREATE TABLE IF NOT EXISTS taker_volume
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the window. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  window_s UInt32 COMMENT 'Length of the window. Seconds.',
  buy Float64 COMMENT 'Taker buys in the venue\'s unit (the ratio is what compares).' CODEC(ZSTD(1)),
  sell Float64 COMMENT 'Taker sells in the venue\'s unit.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Taker buys and sells of a perpetual by window.';

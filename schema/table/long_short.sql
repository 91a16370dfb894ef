CREATE TABLE IF NOT EXISTS long_short
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  kind LowCardinality(String) COMMENT 'global_account, top_account or top_position.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ratio Float64 COMMENT 'Long over short.' CODEC(ZSTD(1)),
  long_pct Float64 COMMENT 'Long share. Percentage points.' CODEC(ZSTD(1)),
  short_pct Float64 COMMENT 'Short share. Percentage points.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, kind, venue, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Long/short ratios by kind.';

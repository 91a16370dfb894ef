CREATE TABLE IF NOT EXISTS perp_opinion
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  open_interest_usd Nullable(Float64) COMMENT 'Open interest as the directory has it; null: not given. USD.' CODEC(ZSTD(1)),
  rate_pct Nullable(Float64) COMMENT 'Funding of the venue\'s own interval as the directory has it; null: not given. Percentage points.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, symbol, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Open interest and funding as a second provider has them, for comparison only.';

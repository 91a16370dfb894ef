CREATE TABLE IF NOT EXISTS funding
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the reading, or of the settlement. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  kind LowCardinality(String) COMMENT 'current or settled.',
  rate Float64 COMMENT 'Rate per interval, a fraction: 0.0001 is 0.01 %.' CODEC(ZSTD(1)),
  interval_hours Nullable(Float64) COMMENT 'Hours between settlements; null where the venue does not say. Hours.' CODEC(ZSTD(1)),
  next_funding_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Next settlement; null where unknown. UTC.',
  mark_price Nullable(Float64) COMMENT 'Mark price; null where not given. USD.' CODEC(ZSTD(1)),
  index_price Nullable(Float64) COMMENT 'Index price; null where not given. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, kind, venue, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Funding rates with the venue\'s own interval.';

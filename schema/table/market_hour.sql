CREATE TABLE IF NOT EXISTS market_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the hour. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  revision UInt16 COMMENT '0 as first read, 1 as read again a day later; the later one counts. Without a unit.',
  close_count UInt16 COMMENT 'Minutes of the hour with a close.',
  low Nullable(Float64) COMMENT 'Lowest of the minute closes, each the median over venues; null where there is none. USD.' CODEC(ZSTD(1)),
  high Nullable(Float64) COMMENT 'Highest of them. USD.' CODEC(ZSTD(1)),
  sigma_1h_pct Nullable(Float64) COMMENT 'Deviation of 1-hour returns over the 30 days before the hour; null where too few hours are stored. Percentage points.' CODEC(ZSTD(1)),
  sigma_24h_pct Nullable(Float64) COMMENT 'The same of 24-hour returns. Percentage points.' CODEC(ZSTD(1)),
  sigma_7d_pct Nullable(Float64) COMMENT 'The same of 7-day returns. Percentage points.' CODEC(ZSTD(1)),
  scored_at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(revision)
PARTITION BY toYYYYMM(at)
ORDER BY (at, token)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Extremes of minute closes and the usual size of returns, by token and hour: what outcomes are settled with.';

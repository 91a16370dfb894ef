CREATE TABLE IF NOT EXISTS freshness_sample
(
  dataset LowCardinality(String) COMMENT 'Dataset.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the sample. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tokens_expected UInt32 COMMENT 'Tokens that should have the dataset.',
  tokens_fresh UInt32 COMMENT 'Tokens within the objective.',
  age_p50_s Nullable(Float64) COMMENT 'Median age; null where nothing is stored. Seconds.' CODEC(ZSTD(1)),
  age_p95_s Nullable(Float64) COMMENT '95th percentile of the age; null where nothing is stored. Seconds.' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (dataset, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What the status page measured, once a minute.';

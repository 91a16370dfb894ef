CREATE TABLE IF NOT EXISTS reject
(
  dataset LowCardinality(String) COMMENT 'Dataset.',
  provider LowCardinality(String) COMMENT 'Data provider.',
  source LowCardinality(String) COMMENT 'Source of the registry.',
  token LowCardinality(String) COMMENT 'Token id.',
  reason LowCardinality(String) COMMENT 'Rule that refused it.',
  row String COMMENT 'The row as JSON.',
  at DateTime64(3, 'UTC') COMMENT 'When it was refused. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (dataset, provider, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Rows that were refused, kept with the reason.';

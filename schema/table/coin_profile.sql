CREATE TABLE IF NOT EXISTS coin_profile
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  description Nullable(String) COMMENT 'The project in its own words, sanitised; null: none given. Untrusted text.' CODEC(ZSTD(3)),
  homepage_url Nullable(String) COMMENT 'The project\'s page; null: none given. Untrusted text.',
  launched_at Nullable(DateTime64(3, 'UTC')) COMMENT 'First day of the coin; null: not given. UTC.',
  categories String COMMENT 'Categories of the directory as ids, joined by commas.',
  tvl_usd Nullable(Float64) COMMENT 'Value locked as the directory has it, for comparison only. USD.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What a directory says a project is.';

CREATE TABLE IF NOT EXISTS dex_pool
(
  token LowCardinality(String) COMMENT 'Token id; a pool of two tracked tokens is there for both.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  dex LowCardinality(String) COMMENT 'The exchange, under the directory\'s id.',
  pool String COMMENT 'Address of the pool.',
  at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tvl_usd Float64 COMMENT 'Both sides of the pool. USD.' CODEC(ZSTD(1)),
  volume_24h_usd Nullable(Float64) COMMENT 'Turnover of 24 hours; null: not given. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, dex, pool, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'The largest pools of a token on decentralised exchanges.';

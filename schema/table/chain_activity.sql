CREATE TABLE IF NOT EXISTS chain_activity
(
  token LowCardinality(String) COMMENT 'Token id of the chain\'s coin.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'End of the 24 hours that were counted: the newest block, or the end of a UTC day. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  transactions_count Nullable(Float64) COMMENT 'Transactions in the blocks of those 24 hours; null where not read.' CODEC(ZSTD(1)),
  active_addresses_count Nullable(Float64) COMMENT 'Different addresses in those transactions; null where not read.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, provider, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Transactions and active addresses of a chain in 24 hours, as its blocks or a provider count them.';

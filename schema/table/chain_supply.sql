CREATE TABLE IF NOT EXISTS chain_supply
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'When the chain was asked. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  burned_native Nullable(Float64) COMMENT 'Held by the known burn addresses of the chain; null where not read. Native coins.' CODEC(ZSTD(1)),
  staked_native Nullable(Float64) COMMENT 'Staked with the chain\'s validators or pools; null where not read. Native coins.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Coins burned and coins staked, as the chains themselves say; what a protocol destroys leaves no balance and is not in it.';

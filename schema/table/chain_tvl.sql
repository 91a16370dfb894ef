CREATE TABLE IF NOT EXISTS chain_tvl
(
  token LowCardinality(String) COMMENT 'Token id of the chain\'s coin; empty where it is not tracked.',
  chain LowCardinality(String) COMMENT 'Chain id, or all.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tvl_usd Float64 COMMENT 'Value locked on the chain. USD.' CODEC(ZSTD(1)),
  stablecoins_usd Nullable(Float64) COMMENT 'Stablecoins on the chain; null where not read. USD.' CODEC(ZSTD(1)),
  fees_24h_usd Nullable(Float64) COMMENT 'Fees paid to the chain in 24 hours; null where not read. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (chain, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Value locked, stablecoins and fees of a chain; the chain all is the sum of every chain the provider lists.';

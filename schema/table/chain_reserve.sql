CREATE TABLE IF NOT EXISTS chain_reserve
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  exchange LowCardinality(String) COMMENT 'Exchange of the labels.',
  at DateTime64(3, 'UTC') COMMENT 'When the balances were read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  reserve_native Float64 COMMENT 'Held by its labelled wallets on the chain. Native coins.' CODEC(ZSTD(1)),
  wallets_count UInt32 COMMENT 'Wallets summed.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, exchange, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Balances of labelled exchange wallets as the chains themselves say; not a proof of liabilities.';

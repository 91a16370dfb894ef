CREATE TABLE IF NOT EXISTS chain_scan
(
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the time the range covers. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  to_at DateTime64(3, 'UTC') COMMENT 'End of the time the range covers, exclusive. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  from_block UInt64 COMMENT 'First block.',
  to_block UInt64 COMMENT 'Last block.',
  block_hash String COMMENT 'Hash of the last block.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (chain, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Block ranges that were read whole: what makes an absent transfer a measured zero.';

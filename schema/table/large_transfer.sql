CREATE TABLE IF NOT EXISTS large_transfer
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the block. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tx_hash String COMMENT 'Transaction.',
  log_index UInt32 COMMENT 'Position within the transaction.',
  block UInt64 COMMENT 'Height of the block.',
  amount String COMMENT 'Decimal amount. Native coins.',
  amount_native Float64 COMMENT 'The same as a number. Native coins.' CODEC(ZSTD(1)),
  value_usd Float64 COMMENT 'At the price of the block. USD.' CODEC(ZSTD(1)),
  from_address String COMMENT 'Sender.',
  to_address String COMMENT 'Receiver.',
  from_label LowCardinality(Nullable(String)) COMMENT 'Label of the sender; null where unlabelled.',
  to_label LowCardinality(Nullable(String)) COMMENT 'Label of the receiver; null where unlabelled.',
  towards LowCardinality(String) COMMENT 'exchange, wallet, contract, burn or unknown.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, at, tx_hash, log_index)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Single transfers above the threshold, with what is known of both ends.';

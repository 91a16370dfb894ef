CREATE OR REPLACE VIEW analyst.large_transfer
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the block. UTC.',
  tx_hash String COMMENT 'Transaction.',
  log_index UInt32 COMMENT 'Position within the transaction.',
  block UInt64 COMMENT 'Height of the block.',
  amount_native Float64 COMMENT 'Amount. Native coins.',
  value_usd Float64 COMMENT 'At the price of the block. USD.',
  direction LowCardinality(String) COMMENT 'to_exchange, from_exchange, between_exchanges, inside_exchange, or unlabelled where neither end is known.',
  from_address String COMMENT 'Sender.',
  to_address String COMMENT 'Receiver.',
  from_label Nullable(String) COMMENT 'Exchange of the sender; null where unlabelled.',
  to_label Nullable(String) COMMENT 'Exchange of the receiver; null where unlabelled.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Single transfers above the threshold on scanned chains, with what is known of both ends.'
AS SELECT
  token, chain, at, tx_hash, log_index, block, amount_native, value_usd,
  multiIf(from_label = to_label, 'inside_exchange', from_label IS NOT NULL AND to_label IS NOT NULL, 'between_exchanges',
    to_label IS NOT NULL, 'to_exchange', from_label IS NOT NULL, 'from_exchange', 'unlabelled') AS direction,
  from_address, to_address, from_label, to_label, label_set, provider
FROM large_transfer FINAL;

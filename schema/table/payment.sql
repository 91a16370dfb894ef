CREATE TABLE IF NOT EXISTS payment
(
  at DateTime64(3, 'UTC') COMMENT 'When the end of the settlement was known. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  transaction String COMMENT 'Transaction id, hex.',
  state LowCardinality(String) COMMENT 'settled: charged; rejected: the ledger refused it, nothing was charged.',
  network LowCardinality(String) COMMENT 'Network as x402 names it.',
  ledger LowCardinality(String) COMMENT 'chain, or sandbox for the simulated ledger.',
  asset LowCardinality(String) COMMENT 'lovelace.',
  amount String COMMENT 'Price in lovelace, as a decimal text.',
  payer String COMMENT 'Address of the payer, bech32.',
  pay_to LowCardinality(String) COMMENT 'Address that was paid, bech32.',
  method LowCardinality(String) COMMENT 'HTTP method of the call.',
  target String COMMENT 'Path and query of the call.',
  tier LowCardinality(String) COMMENT 'Price tier.',
  reason String COMMENT 'Why it was rejected; empty where it was settled.',
  request String COMMENT 'SHA-256 of what was asked for: method, target, body and price, hex; empty in rows of earlier versions.',
  caller String COMMENT 'sha256: and the SHA-256 of the transaction and who called, hex; empty in rows of earlier versions.',
  payment_id String COMMENT 'sha256: and the SHA-256 of the transaction and the payment id, hex; empty where there was none.'
)
ENGINE = ReplacingMergeTree(at)
ORDER BY transaction
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Ends of settlements, one a transaction.';

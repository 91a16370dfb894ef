CREATE OR REPLACE VIEW analyst.chain_activity
(
  token LowCardinality(String) COMMENT 'Token id of the chain\'s coin.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'End of the 24 hours that were counted. UTC.',
  transaction_count Nullable(Float64) COMMENT 'Transactions in the blocks of those 24 hours; null where not read.',
  active_address_count Nullable(Float64) COMMENT 'Different addresses in those transactions; null where not read.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Transactions and active addresses of a chain in 24 hours, reading by reading; a provider of UTC days counts whole days.'
AS SELECT token, chain, at, transactions_count AS transaction_count, active_addresses_count AS active_address_count, provider
FROM chain_activity FINAL;

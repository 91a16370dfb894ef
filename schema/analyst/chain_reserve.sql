CREATE OR REPLACE VIEW analyst.chain_reserve
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  exchange LowCardinality(String) COMMENT 'Exchange of the labels.',
  at DateTime64(3, 'UTC') COMMENT 'When the balances were read. UTC.',
  reserve_native Float64 COMMENT 'Held by its labelled wallets on the chain. Native coins.',
  wallet_count UInt32 COMMENT 'Wallets summed.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Balances of labelled exchange wallets as the chains themselves say, reading by reading; not a proof of liabilities.'
AS SELECT token, chain, exchange, at, reserve_native, wallets_count AS wallet_count, label_set, provider
FROM chain_reserve FINAL;

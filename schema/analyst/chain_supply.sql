CREATE OR REPLACE VIEW analyst.chain_supply
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'When the chain was asked. UTC.',
  burned_native Nullable(Float64) COMMENT 'Held by the known burn addresses of the chain; null where not read. Native coins.',
  staked_native Nullable(Float64) COMMENT 'Staked with the chain\'s validators or pools; null where not read. Native coins.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Coins burned and coins staked by chain, reading by reading; what a protocol destroys leaves no balance and is not in it.'
AS SELECT token, chain, at, burned_native, staked_native, provider
FROM chain_supply FINAL;

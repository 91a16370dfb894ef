CREATE OR REPLACE VIEW analyst.chain_tvl
(
  chain LowCardinality(String) COMMENT 'Chain id, or all.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.',
  tvl_usd Float64 COMMENT 'Value locked. USD.',
  stablecoins_usd Nullable(Float64) COMMENT 'Stablecoins on the chain; null where not read. USD.',
  fees_24h_usd Nullable(Float64) COMMENT 'Fees paid in 24 hours; null where not read. USD.',
  token LowCardinality(String) COMMENT 'Token id of the chain\'s coin; empty where it is not tracked.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Value locked, stablecoins and fees of each chain, reading by reading.'
AS SELECT chain, at, tvl_usd, stablecoins_usd, fees_24h_usd, token, provider
FROM chain_tvl FINAL;

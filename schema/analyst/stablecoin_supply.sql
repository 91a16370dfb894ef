CREATE OR REPLACE VIEW analyst.stablecoin_supply
(
  token LowCardinality(String) COMMENT 'Token id; all stands for every coin.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.',
  supply_usd Float64 COMMENT 'Circulating. USD.',
  change_24h_usd Nullable(Float64) COMMENT 'Change over 24 hours; null where not stated. USD.',
  change_7d_usd Nullable(Float64) COMMENT 'Change over 7 days; null where not stated. USD.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Circulating stablecoins and how they changed.'
AS SELECT token, at, supply_usd, supply_usd - supply_24h_ago_usd AS change_24h_usd, supply_usd - supply_7d_ago_usd AS change_7d_usd, provider
FROM stablecoin_supply FINAL;

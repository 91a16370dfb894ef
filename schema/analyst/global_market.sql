CREATE OR REPLACE VIEW analyst.global_market
(
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.',
  total_market_cap_usd Float64 COMMENT 'Market cap of all coins. USD.',
  volume_24h_usd Nullable(Float64) COMMENT '24-hour volume of all coins. USD.',
  btc_dominance_pct Nullable(Float64) COMMENT 'Share of bitcoin. Percentage points.',
  eth_dominance_pct Nullable(Float64) COMMENT 'Share of ether; null where not stated. Percentage points.',
  change_24h_pct Nullable(Float64) COMMENT 'Change of the total in 24 hours, by the provider. Percentage points.',
  coins_count Nullable(UInt32) COMMENT 'Coins that are counted.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The whole market as each directory counts it, reading by reading.'
AS SELECT at, total_market_cap_usd, volume_24h_usd, btc_dominance_pct, eth_dominance_pct, change_24h_pct, coins_count, provider
FROM global_market FINAL;

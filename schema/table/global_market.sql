CREATE TABLE IF NOT EXISTS global_market
(
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  total_market_cap_usd Float64 COMMENT 'Market cap of all coins. USD.' CODEC(ZSTD(1)),
  volume_24h_usd Nullable(Float64) COMMENT '24-hour volume of all coins. USD.' CODEC(ZSTD(1)),
  btc_dominance_pct Nullable(Float64) COMMENT 'Share of bitcoin in the total. Percentage points.' CODEC(ZSTD(1)),
  eth_dominance_pct Nullable(Float64) COMMENT 'Share of ether in the total; null where the provider does not say. Percentage points.' CODEC(ZSTD(1)),
  change_24h_pct Nullable(Float64) COMMENT 'Change of the total in 24 hours, by the provider. Percentage points.' CODEC(ZSTD(1)),
  coins_count Nullable(UInt32) COMMENT 'Coins that are counted.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (provider, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'The whole market as a directory counts it, one row a reading and provider.';

CREATE TABLE IF NOT EXISTS stablecoin_supply
(
  token LowCardinality(String) COMMENT 'Token id; all stands for every coin the provider lists.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  supply_usd Float64 COMMENT 'Circulating. USD.' CODEC(ZSTD(1)),
  supply_24h_ago_usd Nullable(Float64) COMMENT 'Circulating 24 hours before, at the same price; null where not stated. USD.' CODEC(ZSTD(1)),
  supply_7d_ago_usd Nullable(Float64) COMMENT 'Circulating 7 days before, at the same price; null where not stated. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Circulating stablecoins: each tracked coin, and all coins together.';

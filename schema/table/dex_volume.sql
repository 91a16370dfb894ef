CREATE TABLE IF NOT EXISTS dex_volume
(
  dex LowCardinality(String) COMMENT 'The exchange, under the provider\'s id.',
  at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  volume_24h_usd Float64 COMMENT 'Turnover of 24 hours over all pairs and chains. USD.' CODEC(ZSTD(1)),
  share_pct Float64 COMMENT 'Share of the turnover of all exchanges listed. Percentage points.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (dex, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What the largest decentralised exchanges trade.';

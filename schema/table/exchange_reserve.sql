CREATE TABLE IF NOT EXISTS exchange_reserve
(
  token LowCardinality(String) COMMENT 'Token id.',
  exchange LowCardinality(String) COMMENT 'Exchange id.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  reserve_native Float64 COMMENT 'Held. Native coins.' CODEC(ZSTD(1)),
  reserve_usd Nullable(Float64) COMMENT 'Held, at the provider\'s price; null where it gives none. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at, exchange)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Coins in the wallets an exchange is known by; not a proof of liabilities.';

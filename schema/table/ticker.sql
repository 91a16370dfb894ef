CREATE TABLE IF NOT EXISTS ticker
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  market LowCardinality(String) COMMENT 'spot or perp.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time of the reading, or ours where it gives none. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  price Float64 COMMENT 'Last trade. USD.' CODEC(ZSTD(1)),
  bid Nullable(Float64) COMMENT 'Best bid; null where the venue gives none. USD.' CODEC(ZSTD(1)),
  ask Nullable(Float64) COMMENT 'Best ask; null where the venue gives none. USD.' CODEC(ZSTD(1)),
  high_24h Float64 COMMENT 'Highest of 24 hours. USD.' CODEC(ZSTD(1)),
  low_24h Float64 COMMENT 'Lowest of 24 hours. USD.' CODEC(ZSTD(1)),
  volume_24h_native Float64 COMMENT 'Traded in 24 hours. Native coins.' CODEC(ZSTD(1)),
  volume_24h_usd Float64 COMMENT 'Traded in 24 hours. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMMDD(at)
ORDER BY (token, market, venue, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Rolling 24-hour statistics and best quotes of a market.';

CREATE TABLE IF NOT EXISTS liquidation
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  id String COMMENT 'Natural key of the closure: the venue\'s id, or a digest of its members.',
  side LowCardinality(String) COMMENT 'long where a long was closed, short where a short was.',
  price Float64 COMMENT 'Bankruptcy or fill price. USD.' CODEC(ZSTD(1)),
  amount_native Float64 COMMENT 'Size. Native coins.' CODEC(ZSTD(1)),
  value_usd Float64 COMMENT 'Size at that price. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, at, id)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Forced closures that venues report; a lower bound.';

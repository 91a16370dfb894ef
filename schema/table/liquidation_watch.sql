CREATE TABLE IF NOT EXISTS liquidation_watch
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  from_at DateTime64(3, 'UTC') COMMENT 'Start of the stretch that was read whole. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  to_at DateTime64(3, 'UTC') COMMENT 'End of the stretch, exclusive. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(from_at)
ORDER BY (token, venue, from_at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Stretches of time whose forced closures were read whole, by token and venue: what makes an absent closure a measured zero.';

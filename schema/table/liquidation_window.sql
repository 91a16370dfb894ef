CREATE TABLE IF NOT EXISTS liquidation_window
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the window. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  window_s UInt32 COMMENT 'Length of the window. Seconds.',
  long_usd Float64 COMMENT 'Long positions closed by force in it, as far as the window had run when it was read. USD.' CODEC(ZSTD(1)),
  short_usd Float64 COMMENT 'Short positions closed by force in it, as far as the window had run when it was read. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, at, window_s)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Totals of forced closures by window, from venues that do not tell single ones; a lower bound.';

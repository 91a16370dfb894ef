CREATE TABLE IF NOT EXISTS option_interest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  at DateTime64(3, 'UTC') COMMENT 'When the venue was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  put_native Float64 COMMENT 'Open interest of all puts. Native coins.' CODEC(ZSTD(1)),
  call_native Float64 COMMENT 'Open interest of all calls. Native coins.' CODEC(ZSTD(1)),
  put_usd Float64 COMMENT 'The same at the price of what each option is on. USD.' CODEC(ZSTD(1)),
  call_usd Float64 COMMENT 'The same at the price of what each option is on. USD.' CODEC(ZSTD(1)),
  options_count UInt32 COMMENT 'Options summed.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Open interest of a coin\'s options, puts and calls apart.';

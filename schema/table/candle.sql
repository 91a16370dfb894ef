CREATE TABLE IF NOT EXISTS candle
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  market LowCardinality(String) COMMENT 'spot or perp.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  interval_s UInt32 COMMENT 'Length of the candle. Seconds.',
  open_at DateTime64(3, 'UTC') COMMENT 'Start of the candle. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  open Float64 COMMENT 'First price. USD.' CODEC(ZSTD(1)),
  high Float64 COMMENT 'Highest price. USD.' CODEC(ZSTD(1)),
  low Float64 COMMENT 'Lowest price. USD.' CODEC(ZSTD(1)),
  close Float64 COMMENT 'Last price. USD.' CODEC(ZSTD(1)),
  volume_native Float64 COMMENT 'Traded amount. Native coins.' CODEC(ZSTD(1)),
  volume_usd Float64 COMMENT 'Traded value. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY (interval_s, if(interval_s = 60, toYYYYMM(open_at), toYear(open_at)))
ORDER BY (token, interval_s, market, venue, open_at)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024
COMMENT 'Closed candles as venues report them.';

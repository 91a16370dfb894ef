CREATE TABLE IF NOT EXISTS order_book
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  market LowCardinality(String) COMMENT 'spot or perp.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time of the book, or ours where it gives none. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  bid Float64 COMMENT 'Best bid. USD.' CODEC(ZSTD(1)),
  ask Float64 COMMENT 'Best ask. USD.' CODEC(ZSTD(1)),
  spread_bps Float64 COMMENT '(ask - bid) / mid. Basis points.' CODEC(ZSTD(1)),
  bid_0_5_usd Float64 COMMENT 'Value of bids within 0.5 % of mid. USD.' CODEC(ZSTD(1)),
  ask_0_5_usd Float64 COMMENT 'Value of asks within 0.5 % of mid. USD.' CODEC(ZSTD(1)),
  bid_1_usd Float64 COMMENT 'Value of bids within 1 % of mid. USD.' CODEC(ZSTD(1)),
  ask_1_usd Float64 COMMENT 'Value of asks within 1 % of mid. USD.' CODEC(ZSTD(1)),
  bid_2_usd Float64 COMMENT 'Value of bids within 2 % of mid. USD.' CODEC(ZSTD(1)),
  ask_2_usd Float64 COMMENT 'Value of asks within 2 % of mid. USD.' CODEC(ZSTD(1)),
  truncated UInt8 COMMENT '1 where the book ended inside the 2 % band: the sums are lower bounds.',
  bid_price Array(Float64) COMMENT 'Bid levels, best first. USD.' CODEC(ZSTD(1)),
  bid_native Array(Float64) COMMENT 'Amount at each bid level. Native coins.' CODEC(ZSTD(1)),
  ask_price Array(Float64) COMMENT 'Ask levels, best first. USD.' CODEC(ZSTD(1)),
  ask_native Array(Float64) COMMENT 'Amount at each ask level. Native coins.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMMDD(at)
ORDER BY (token, market, venue, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Depth of a market\'s book by band, and its levels for a few hours.';

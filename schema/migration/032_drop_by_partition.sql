ALTER TABLE candle REMOVE TTL;
ALTER TABLE chain_activity REMOVE TTL;
ALTER TABLE chain_reserve REMOVE TTL;
ALTER TABLE chain_scan REMOVE TTL;
ALTER TABLE chain_supply REMOVE TTL;
ALTER TABLE chain_tvl REMOVE TTL;
ALTER TABLE coin REMOVE TTL;
ALTER TABLE coin_market REMOVE TTL;
ALTER TABLE coin_opinion REMOVE TTL;
ALTER TABLE coin_profile REMOVE TTL;
ALTER TABLE contract_holder REMOVE TTL;
ALTER TABLE contract_scan REMOVE TTL;
ALTER TABLE dex_pool REMOVE TTL;
ALTER TABLE dex_volume REMOVE TTL;
ALTER TABLE exchange_flow REMOVE TTL;
ALTER TABLE exchange_reserve REMOVE TTL;
ALTER TABLE fear_greed REMOVE TTL;
ALTER TABLE freshness_sample REMOVE TTL;
ALTER TABLE fund_flow REMOVE TTL;
ALTER TABLE funding REMOVE TTL;
ALTER TABLE global_market REMOVE TTL;
ALTER TABLE headline REMOVE TTL;
ALTER TABLE implied_volatility REMOVE TTL;
ALTER TABLE issued_input REMOVE TTL;
ALTER TABLE large_transfer REMOVE TTL;
ALTER TABLE liquidation REMOVE TTL;
ALTER TABLE liquidation_watch REMOVE TTL;
ALTER TABLE liquidation_window REMOVE TTL;
ALTER TABLE long_short REMOVE TTL;
ALTER TABLE open_interest REMOVE TTL;
ALTER TABLE option_interest REMOVE TTL;
ALTER TABLE perp_opinion REMOVE TTL;
ALTER TABLE reject REMOVE TTL;
ALTER TABLE signal REMOVE TTL;
ALTER TABLE signal_evaluation REMOVE TTL;
ALTER TABLE signal_minute REMOVE TTL;
ALTER TABLE stablecoin_supply REMOVE TTL;
ALTER TABLE swap_quote REMOVE TTL;
ALTER TABLE taker_volume REMOVE TTL;
ALTER TABLE token_hour REMOVE TTL;
ALTER TABLE token_tvl REMOVE TTL;
ALTER TABLE unlock REMOVE TTL;
ALTER TABLE usage REMOVE TTL;

CREATE OR REPLACE TABLE coin_rank
(
  token String COMMENT 'Provider id of the coin.' CODEC(ZSTD(1)),
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  market_cap_usd Nullable(Float64) COMMENT 'Market cap. USD.' CODEC(ZSTD(1)),
  circulating_native Nullable(Float64) COMMENT 'Circulating supply. Native coins.' CODEC(ZSTD(1)),
  total_native Nullable(Float64) COMMENT 'Total supply. Native coins.' CODEC(ZSTD(1)),
  max_native Nullable(Float64) COMMENT 'Maximum supply; null where there is none. Native coins.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMMDD(at)
ORDER BY (token, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Rank and supply of the larger coins, from a slow sweep over the directory.'
AS SELECT * FROM coin_rank
SETTINGS max_partitions_per_insert_block = 0, max_threads = 1, max_insert_threads = 1;

CREATE OR REPLACE TABLE order_book
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
COMMENT 'Depth of a market\'s book by band, and its levels for a few hours.'
AS SELECT * FROM order_book
SETTINGS max_partitions_per_insert_block = 0, max_threads = 1, max_insert_threads = 1;

CREATE OR REPLACE TABLE source_call
(
  id String COMMENT 'ULID of the call.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  source LowCardinality(String) COMMENT 'Source of the registry.',
  endpoint LowCardinality(String) COMMENT 'Provider call identifier.',
  token LowCardinality(String) COMMENT 'Token asked for; empty for calls about many.',
  url String COMMENT 'Address without keys.',
  requested_at DateTime64(3, 'UTC') COMMENT 'When it was sent. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  responded_at DateTime64(3, 'UTC') COMMENT 'When it ended. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  outcome LowCardinality(String) COMMENT 'ok, or why not: timeout, rate_limited, http_error, bad_body, refused.',
  http_status UInt16 COMMENT 'Status; 0 where there was no answer.',
  bytes UInt32 COMMENT 'Size of the body. Bytes.',
  rows UInt32 COMMENT 'Rows taken from it.',
  raw_sha256 String COMMENT 'SHA-256 of the body, hex; of a reading made of many calls the RFC 6962 root over parts.',
  latency_ms UInt32 COMMENT 'Time to the whole body. Milliseconds.',
  parts Array(String) COMMENT 'Of a reading made of many calls their digests, ascending, hex; empty for a call.' CODEC(ZSTD(1)),
  method LowCardinality(String) COMMENT 'GET or POST, both of a reading made of both; empty for calls stored before it was kept.'
)
ENGINE = MergeTree
PARTITION BY (source LIKE '%-candle-1h' OR source LIKE '%-coin-market%', if(source LIKE '%-candle-1h' OR source LIKE '%-coin-market%', toYYYYMM(requested_at), toYYYYMMDD(requested_at)))
ORDER BY (provider, requested_at, id)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Every call to a provider, with the digest of what it answered.'
AS SELECT * FROM source_call
SETTINGS max_partitions_per_insert_block = 0, max_threads = 1, max_insert_threads = 1;

CREATE OR REPLACE TABLE ticker
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
COMMENT 'Rolling 24-hour statistics and best quotes of a market.'
AS SELECT * FROM ticker
SETTINGS max_partitions_per_insert_block = 0, max_threads = 1, max_insert_threads = 1

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
TTL toDateTime(open_at) + INTERVAL 90 DAY DELETE WHERE interval_s = 60,
  toDateTime(open_at) + INTERVAL 730 DAY DELETE WHERE interval_s = 3600
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024
COMMENT 'Closed candles as venues report them.';

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
PARTITION BY toYYYYMM(at)
ORDER BY (token, market, venue, at)
TTL toDateTime(at) + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Rolling 24-hour statistics and best quotes of a market.';

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
  bid_price Array(Float64) COMMENT 'Bid levels, best first. USD.' CODEC(ZSTD(1)) TTL toDateTime(at) + INTERVAL 6 HOUR,
  bid_native Array(Float64) COMMENT 'Amount at each bid level. Native coins.' CODEC(ZSTD(1)) TTL toDateTime(at) + INTERVAL 6 HOUR,
  ask_price Array(Float64) COMMENT 'Ask levels, best first. USD.' CODEC(ZSTD(1)) TTL toDateTime(at) + INTERVAL 6 HOUR,
  ask_native Array(Float64) COMMENT 'Amount at each ask level. Native coins.' CODEC(ZSTD(1)) TTL toDateTime(at) + INTERVAL 6 HOUR,
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, market, venue, at)
TTL toDateTime(at) + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Depth of a market\'s book by band, and its levels for a few hours.';

CREATE TABLE IF NOT EXISTS open_interest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  open_interest_native Float64 COMMENT 'One side. Native coins.' CODEC(ZSTD(1)),
  open_interest_usd Float64 COMMENT 'One side at mark price. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Single-side open interest of a perpetual.';

CREATE TABLE IF NOT EXISTS funding
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the reading, or of the settlement. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  kind LowCardinality(String) COMMENT 'current or settled.',
  rate Float64 COMMENT 'Rate per interval, a fraction: 0.0001 is 0.01 %.' CODEC(ZSTD(1)),
  interval_hours Nullable(Float64) COMMENT 'Hours between settlements; null where the venue does not say. Hours.' CODEC(ZSTD(1)),
  next_funding_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Next settlement; null where unknown. UTC.',
  mark_price Nullable(Float64) COMMENT 'Mark price; null where not given. USD.' CODEC(ZSTD(1)),
  index_price Nullable(Float64) COMMENT 'Index price; null where not given. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, kind, venue, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Funding rates with the venue\'s own interval.';

CREATE TABLE IF NOT EXISTS long_short
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  kind LowCardinality(String) COMMENT 'global_account, top_account or top_position.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ratio Float64 COMMENT 'Long over short.' CODEC(ZSTD(1)),
  long_pct Float64 COMMENT 'Long share. Percentage points.' CODEC(ZSTD(1)),
  short_pct Float64 COMMENT 'Short share. Percentage points.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, kind, venue, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Long/short ratios by kind.';

CREATE TABLE IF NOT EXISTS taker_volume
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the window. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  window_s UInt32 COMMENT 'Length of the window. Seconds.',
  buy Float64 COMMENT 'Taker buys in the venue\'s unit (the ratio is what compares).' CODEC(ZSTD(1)),
  sell Float64 COMMENT 'Taker sells in the venue\'s unit.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, at)
TTL toDateTime(at) + INTERVAL 90 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Taker buys and sells of a perpetual by window.';

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
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Forced closures that venues report; a lower bound.';

CREATE TABLE IF NOT EXISTS exchange_flow
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  exchange LowCardinality(String) COMMENT 'Exchange of the label.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the window. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  window_s UInt32 COMMENT 'Length of the window. Seconds.',
  inflow_native Float64 COMMENT 'To the exchange. Native coins.' CODEC(ZSTD(1)),
  outflow_native Float64 COMMENT 'From the exchange. Native coins.' CODEC(ZSTD(1)),
  inflow_usd Nullable(Float64) COMMENT 'To the exchange at the price of the window; null where no price was stored. USD.' CODEC(ZSTD(1)),
  outflow_usd Nullable(Float64) COMMENT 'From the exchange at the price of the window; null where no price was stored. USD.' CODEC(ZSTD(1)),
  transfers UInt32 COMMENT 'Transfers counted, internal ones excluded.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, exchange, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Flows to and from labelled exchange wallets by scanned window; a row with zeros means scanned and nothing seen.';

CREATE TABLE IF NOT EXISTS large_transfer
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the block. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tx_hash String COMMENT 'Transaction.',
  log_index UInt32 COMMENT 'Position within the transaction.',
  block UInt64 COMMENT 'Height of the block.',
  amount String COMMENT 'Decimal amount. Native coins.',
  amount_native Float64 COMMENT 'The same as a number. Native coins.' CODEC(ZSTD(1)),
  value_usd Float64 COMMENT 'At the price of the block. USD.' CODEC(ZSTD(1)),
  from_address String COMMENT 'Sender.',
  to_address String COMMENT 'Receiver.',
  from_label LowCardinality(Nullable(String)) COMMENT 'Label of the sender; null where unlabelled.',
  to_label LowCardinality(Nullable(String)) COMMENT 'Label of the receiver; null where unlabelled.',
  towards LowCardinality(String) COMMENT 'exchange, wallet, contract, burn or unknown.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, at, tx_hash, log_index)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Single transfers above the threshold, with what is known of both ends.';

CREATE TABLE IF NOT EXISTS chain_scan
(
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the time the range covers. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  to_at DateTime64(3, 'UTC') COMMENT 'End of the time the range covers, exclusive. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  from_block UInt64 COMMENT 'First block.',
  to_block UInt64 COMMENT 'Last block.',
  block_hash String COMMENT 'Hash of the last block.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (chain, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Block ranges that were read whole: what makes an absent transfer a measured zero.';

CREATE TABLE IF NOT EXISTS coin_market
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  price_usd Float64 COMMENT 'Price. USD.' CODEC(ZSTD(1)),
  market_cap_usd Nullable(Float64) COMMENT 'Market cap. USD.' CODEC(ZSTD(1)),
  fdv_usd Nullable(Float64) COMMENT 'Fully diluted valuation; null where it does not apply. USD.' CODEC(ZSTD(1)),
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply. Native coins.' CODEC(ZSTD(1)),
  total_native Nullable(Float64) COMMENT 'Total supply. Native coins.' CODEC(ZSTD(1)),
  max_native Nullable(Float64) COMMENT 'Maximum supply; null where there is none. Native coins.' CODEC(ZSTD(1)),
  ath_usd Nullable(Float64) COMMENT 'All-time high. USD.' CODEC(ZSTD(1)),
  ath_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Time of the all-time high. UTC.',
  volume_24h_usd Nullable(Float64) COMMENT '24-hour volume over all venues the provider covers. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Rank, supply and all-time high from a market-data provider.';

CREATE TABLE IF NOT EXISTS source_call
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
  raw_sha256 String COMMENT 'SHA-256 of the body, hex.',
  latency_ms UInt32 COMMENT 'Time to the whole body. Milliseconds.'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(requested_at)
ORDER BY (provider, requested_at, id)
TTL toDateTime(requested_at) + INTERVAL 14 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Every call to a provider, with the digest of what it answered.';

CREATE TABLE IF NOT EXISTS reject
(
  dataset LowCardinality(String) COMMENT 'Dataset.',
  provider LowCardinality(String) COMMENT 'Data provider.',
  source LowCardinality(String) COMMENT 'Source of the registry.',
  token LowCardinality(String) COMMENT 'Token id.',
  reason LowCardinality(String) COMMENT 'Rule that refused it.',
  row String COMMENT 'The row as JSON.',
  at DateTime64(3, 'UTC') COMMENT 'When it was refused. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (dataset, provider, at)
TTL toDateTime(at) + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Rows that were refused, kept with the reason.';

CREATE TABLE IF NOT EXISTS freshness_sample
(
  dataset LowCardinality(String) COMMENT 'Dataset.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the sample. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tokens_expected UInt32 COMMENT 'Tokens that should have the dataset.',
  tokens_fresh UInt32 COMMENT 'Tokens within the objective.',
  age_p50_s Nullable(Float64) COMMENT 'Median age; null where nothing is stored. Seconds.' CODEC(ZSTD(1)),
  age_p95_s Nullable(Float64) COMMENT '95th percentile of the age; null where nothing is stored. Seconds.' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (dataset, at)
TTL toDateTime(at) + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What the status page measured, once a minute.';

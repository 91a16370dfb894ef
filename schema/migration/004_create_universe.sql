CREATE TABLE IF NOT EXISTS coin
(
  token String COMMENT 'Provider id of the coin.' CODEC(ZSTD(1)),
  at DateTime64(3, 'UTC') COMMENT 'Since when this identity was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  symbol String COMMENT 'Symbol, sanitised, in upper case.' CODEC(ZSTD(1)),
  symbol_key String COMMENT 'Skeleton of the symbol: equal for symbols that look alike.' CODEC(ZSTD(1)),
  name String COMMENT 'Name, sanitised.' CODEC(ZSTD(1)),
  name_raw String COMMENT 'Name as received; untrusted, never shown.' CODEC(ZSTD(1)),
  contracts Map(LowCardinality(String), String) COMMENT 'Contract address by chain; empty for a native coin.' CODEC(ZSTD(1)),
  status LowCardinality(String) COMMENT 'listed, or gone since it was missing from the list.',
  digest String COMMENT 'Digest of symbol, name, contracts and status; a row is written where it changed.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
TTL toDateTime(at) + INTERVAL 730 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Identities of all coins the directory lists: a new row where one changed or grew old, and for tracked tokens at every reading.';

CREATE TABLE IF NOT EXISTS coin_rank
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
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
TTL toDateTime(at) + INTERVAL 14 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Rank and supply of the larger coins, from a slow sweep over the directory.';

CREATE TABLE IF NOT EXISTS coin_opinion
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  price_usd Float64 COMMENT 'Price. USD.' CODEC(ZSTD(1)),
  market_cap_usd Nullable(Float64) COMMENT 'Market cap. USD.' CODEC(ZSTD(1)),
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply, as its market cap over its price. Native coins.' CODEC(ZSTD(1)),
  total_native Nullable(Float64) COMMENT 'Total supply. Native coins.' CODEC(ZSTD(1)),
  max_native Nullable(Float64) COMMENT 'Maximum supply; null where there is none. Native coins.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
TTL toDateTime(at) + INTERVAL 60 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'A second provider\'s supply of the tracked tokens, for comparison with the first only.';

CREATE TABLE IF NOT EXISTS global_market
(
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  total_market_cap_usd Float64 COMMENT 'Market cap of all coins. USD.' CODEC(ZSTD(1)),
  volume_24h_usd Nullable(Float64) COMMENT '24-hour volume of all coins. USD.' CODEC(ZSTD(1)),
  btc_dominance_pct Nullable(Float64) COMMENT 'Share of bitcoin in the total. Percentage points.' CODEC(ZSTD(1)),
  eth_dominance_pct Nullable(Float64) COMMENT 'Share of ether in the total; null where the provider does not say. Percentage points.' CODEC(ZSTD(1)),
  change_24h_pct Nullable(Float64) COMMENT 'Change of the total in 24 hours, by the provider. Percentage points.' CODEC(ZSTD(1)),
  coins_count Nullable(UInt32) COMMENT 'Coins that are counted.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (provider, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'The whole market as a directory counts it, one row a reading and provider.';

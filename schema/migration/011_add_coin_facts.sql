CREATE TABLE IF NOT EXISTS coin_profile
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  description Nullable(String) COMMENT 'The project in its own words, sanitised; null: none given. Untrusted text.' CODEC(ZSTD(3)),
  homepage_url Nullable(String) COMMENT 'The project\'s page; null: none given. Untrusted text.',
  launched_at Nullable(DateTime64(3, 'UTC')) COMMENT 'First day of the coin; null: not given. UTC.',
  categories String COMMENT 'Categories of the directory as ids, joined by commas.',
  tvl_usd Nullable(Float64) COMMENT 'Value locked as the directory has it, for comparison only. USD.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
TTL toDateTime(at) + INTERVAL 60 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What a directory says a project is.';

CREATE TABLE IF NOT EXISTS dex_pool
(
  token LowCardinality(String) COMMENT 'Token id; a pool of two tracked tokens is there for both.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  dex LowCardinality(String) COMMENT 'The exchange, under the directory\'s id.',
  pool String COMMENT 'Address of the pool.',
  at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tvl_usd Float64 COMMENT 'Both sides of the pool. USD.' CODEC(ZSTD(1)),
  volume_24h_usd Nullable(Float64) COMMENT 'Turnover of 24 hours; null: not given. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, dex, pool, at)
TTL toDateTime(at) + INTERVAL 90 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'The largest pools of a token on decentralised exchanges.';

CREATE TABLE IF NOT EXISTS dex_volume
(
  dex LowCardinality(String) COMMENT 'The exchange, under the provider\'s id.',
  at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  volume_24h_usd Float64 COMMENT 'Turnover of 24 hours over all pairs and chains. USD.' CODEC(ZSTD(1)),
  share_pct Float64 COMMENT 'Share of the turnover of all exchanges listed. Percentage points.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (dex, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What the largest decentralised exchanges trade.';

CREATE TABLE IF NOT EXISTS perp_opinion
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  open_interest_usd Nullable(Float64) COMMENT 'Open interest as the directory has it; null: not given. USD.' CODEC(ZSTD(1)),
  rate_pct Nullable(Float64) COMMENT 'Funding of the venue\'s own interval as the directory has it; null: not given. Percentage points.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, venue, symbol, at)
TTL toDateTime(at) + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Open interest and funding as a second provider has them, for comparison only.';

CREATE TABLE IF NOT EXISTS contract_holder
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  address String COMMENT 'Contract address.',
  at DateTime64(3, 'UTC') COMMENT 'When it was scanned. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  holders_count Nullable(UInt64) COMMENT 'Holders.',
  top10_pct Nullable(Float64) COMMENT 'Share of the supply of those of the ten largest holders that are not excluded; null: not given. Percentage points.',
  top10_excluded_pct Nullable(Float64) COMMENT 'Share of those that are: exchanges, burn addresses, bridges and lockers. Percentage points.',
  transfer_tax_pct Nullable(Float64) COMMENT 'Tax on a plain transfer; null: not given. Percentage points.',
  same_creator_honeypot Nullable(UInt8) COMMENT '1: its creator made honeypots. Unit: 0 or 1.',
  owner_flags Nullable(String) COMMENT 'What the owner\'s or creator\'s address is blamed for, joined by commas; empty: nothing; null: not asked.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, address, provider, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Who holds a contract\'s tokens and who made it, as contract-risk scanners report it.';

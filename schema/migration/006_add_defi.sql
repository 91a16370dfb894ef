CREATE TABLE IF NOT EXISTS token_tvl
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tvl_usd Float64 COMMENT 'Value locked, without borrowed coins and staked governance tokens. USD.' CODEC(ZSTD(1)),
  change_24h_pct Nullable(Float64) COMMENT 'Change of the whole token over 24 hours as the provider states it; null where it states none. Percent.' CODEC(ZSTD(1)),
  neutral_change_pct Nullable(Float64) COMMENT 'Change of the deposits of the whole token over a day at the prices before it; null where they were not read. Percent.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at, chain)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Value locked behind a token by chain: of a protocol, or of the chain whose coin it is.';

CREATE TABLE IF NOT EXISTS chain_tvl
(
  token LowCardinality(String) COMMENT 'Token id of the chain\'s coin; empty where it is not tracked.',
  chain LowCardinality(String) COMMENT 'Chain id, or all.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  tvl_usd Float64 COMMENT 'Value locked on the chain. USD.' CODEC(ZSTD(1)),
  stablecoins_usd Nullable(Float64) COMMENT 'Stablecoins on the chain; null where not read. USD.' CODEC(ZSTD(1)),
  fees_24h_usd Nullable(Float64) COMMENT 'Fees paid to the chain in 24 hours; null where not read. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (chain, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Value locked, stablecoins and fees of a chain; the chain all is the sum of every chain the provider lists.';

CREATE TABLE IF NOT EXISTS stablecoin_supply
(
  token LowCardinality(String) COMMENT 'Token id; all stands for every coin the provider lists.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  supply_usd Float64 COMMENT 'Circulating. USD.' CODEC(ZSTD(1)),
  supply_24h_ago_usd Nullable(Float64) COMMENT 'Circulating 24 hours before, at the same price; null where not stated. USD.' CODEC(ZSTD(1)),
  supply_7d_ago_usd Nullable(Float64) COMMENT 'Circulating 7 days before, at the same price; null where not stated. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Circulating stablecoins: each tracked coin, and all coins together.';

CREATE TABLE IF NOT EXISTS exchange_reserve
(
  token LowCardinality(String) COMMENT 'Token id.',
  exchange LowCardinality(String) COMMENT 'Exchange id.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  reserve_native Float64 COMMENT 'Held. Native coins.' CODEC(ZSTD(1)),
  reserve_usd Nullable(Float64) COMMENT 'Held, at the provider\'s price; null where it gives none. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at, exchange)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Coins in the wallets an exchange is known by; not a proof of liabilities.';

CREATE TABLE IF NOT EXISTS unlock
(
  token LowCardinality(String) COMMENT 'Token id.',
  read_at DateTime64(3, 'UTC') COMMENT 'When the schedule was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  at DateTime64(3, 'UTC') COMMENT 'When the coins are released; linear releases at the end of their day. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  kind LowCardinality(String) COMMENT 'cliff or linear.',
  amount_native Float64 COMMENT 'Released. Native coins.' CODEC(ZSTD(1)),
  category LowCardinality(String) COMMENT 'Who receives them as the provider says, several joined by a plus sign.',
  schedule LowCardinality(String) COMMENT 'Version of the schedule: digest of what the provider gave.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(read_at)
ORDER BY (token, read_at, at, kind)
TTL toDateTime(read_at) + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Unlock schedules as read: releases from a day back to 100 days ahead, days without one included.';

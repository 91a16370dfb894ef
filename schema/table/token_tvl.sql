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
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Value locked behind a token by chain: of a protocol, or of the chain whose coin it is.';

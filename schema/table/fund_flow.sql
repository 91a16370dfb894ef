CREATE TABLE IF NOT EXISTS fund_flow
(
  token LowCardinality(String) COMMENT 'The coin that the funds hold, a token id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the day the flow is of. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  netflow_usd Float64 COMMENT 'What went into all exchange-traded funds of the coin less what went out; negative is out. USD.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (provider, token, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Flows of exchange-traded funds by coin and day.';

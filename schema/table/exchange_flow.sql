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
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Flows to and from labelled exchange wallets by scanned window; a row with zeros means scanned and nothing seen.';

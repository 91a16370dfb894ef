CREATE OR REPLACE VIEW analyst.universe
(
  token String COMMENT 'Provider id of the coin.',
  symbol String COMMENT 'Symbol, sanitised, in upper case.',
  symbol_key String COMMENT 'Equal for symbols that look alike.',
  name String COMMENT 'Name, sanitised. Untrusted text.',
  contracts Map(LowCardinality(String), String) COMMENT 'Contract address by chain.',
  status LowCardinality(String) COMMENT 'listed, or gone since it was missing from the list.',
  namesake_count UInt32 COMMENT 'Other listed coins whose symbol looks the same.',
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  market_cap_usd Nullable(Float64) COMMENT 'Market cap; null where not known. USD.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply; null where not known. Native coins.',
  since_at DateTime64(3, 'UTC') COMMENT 'Since when this identity was read. UTC.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Every coin of the directory as last read, with its rank where it has one.'
AS SELECT c.token AS token, c.symbol AS symbol, c.symbol_key AS symbol_key, c.name AS name, c.contracts AS contracts, c.status AS status,
  toUInt32(countIf(c.status = 'listed') OVER (PARTITION BY c.symbol_key) - (c.status = 'listed')) AS namesake_count,
  r.rank AS rank, r.market_cap_usd AS market_cap_usd, r.circulating_native AS circulating_native, c.at AS since_at, c.provider AS provider
FROM (SELECT * FROM coin ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS c
LEFT JOIN (SELECT token, rank, market_cap_usd, circulating_native FROM coin_rank ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS r
  ON r.token = c.token;

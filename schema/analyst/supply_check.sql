CREATE OR REPLACE VIEW analyst.supply_check
(
  token LowCardinality(String) COMMENT 'Token id.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply by the first provider. Native coins.',
  opinion_native Nullable(Float64) COMMENT 'The same by the second. Native coins.',
  apart_pct Nullable(Float64) COMMENT 'Second over first - 1. Percent.',
  market_cap_usd Nullable(Float64) COMMENT 'Market cap by the first. USD.',
  opinion_cap_usd Nullable(Float64) COMMENT 'The same by the second. USD.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the first reading. UTC.',
  opinion_at DateTime64(3, 'UTC') COMMENT 'Time of the second. UTC.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  opinion_provider LowCardinality(String) COMMENT 'The second provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Newest supply and market cap of each token as two providers tell them.'
AS SELECT a.token AS token, a.circulating_native AS circulating_native, b.circulating_native AS opinion_native,
  (b.circulating_native / nullIf(a.circulating_native, 0) - 1) * 100 AS apart_pct, a.market_cap_usd AS market_cap_usd,
  b.market_cap_usd AS opinion_cap_usd, a.at AS at, b.at AS opinion_at, a.provider AS provider, b.provider AS opinion_provider
FROM (SELECT * FROM coin_market ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS a
INNER JOIN (SELECT * FROM coin_opinion ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS b ON b.token = a.token;

CREATE OR REPLACE VIEW analyst.swap_quote_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  venue LowCardinality(String) COMMENT 'The aggregator that quoted.',
  side LowCardinality(String) COMMENT 'buy or sell.',
  size_usd Float64 COMMENT 'Size of the order. USD.',
  at DateTime64(3, 'UTC') COMMENT 'When it quoted. UTC.',
  impact_pct Float64 COMMENT 'How much worse the order is quoted than a small one. Percentage points.',
  route String COMMENT 'Exchanges the order would pass.',
  age_s Int64 COMMENT 'Age of the quote when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The newest quote of each aggregator by token, chain, side and size.'
AS SELECT token, chain, venue, side, size_usd, at, impact_pct, route, dateDiff('second', at, now64(3)) AS age_s, provider
FROM swap_quote
ORDER BY token, chain, venue, side, size_usd, at DESC, retrieved_at DESC
LIMIT 1 BY token, chain, venue, side, size_usd;

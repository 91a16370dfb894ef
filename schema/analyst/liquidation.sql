CREATE OR REPLACE VIEW analyst.liquidation
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.',
  id String COMMENT 'The venue\'s id of the closure, or a digest of its members.',
  side LowCardinality(String) COMMENT 'long where a long was closed, short where a short was.',
  price_usd Float64 COMMENT 'Bankruptcy or fill price. USD.',
  amount_native Float64 COMMENT 'Size. Native coins.',
  value_usd Float64 COMMENT 'Size at that price. USD.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Single forced closures. Venues report some of theirs, not all: every sum is a lower bound.'
AS SELECT token, venue, symbol, at, id, side, price AS price_usd, amount_native, value_usd, provider FROM liquidation FINAL WHERE replaced_at = 0;

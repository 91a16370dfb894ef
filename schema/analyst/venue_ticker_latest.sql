CREATE OR REPLACE VIEW analyst.venue_ticker_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  market LowCardinality(String) COMMENT 'spot or perp.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the reading. UTC.',
  price_usd Float64 COMMENT 'Last trade. USD.',
  bid_usd Nullable(Float64) COMMENT 'Best bid; null where the venue gives none. USD.',
  ask_usd Nullable(Float64) COMMENT 'Best ask; null where the venue gives none. USD.',
  volume_24h_usd Float64 COMMENT 'Traded in 24 hours. USD.',
  age_s Int64 COMMENT 'Age of the reading when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The newest 24-hour statistics of every market, from the last two days.'
AS SELECT
  token, venue, market, argMax(t.symbol, t.at) AS symbol, max(t.at) AS at, argMax(t.price, t.at) AS price_usd,
  argMax(tuple(t.bid), t.at).1 AS bid_usd, argMax(tuple(t.ask), t.at).1 AS ask_usd, argMax(t.volume_24h_usd, t.at) AS volume_24h_usd,
  dateDiff('second', max(t.at), now64(3)) AS age_s, argMax(t.provider, t.at) AS provider
FROM ticker AS t FINAL
WHERE t.replaced_at = 0 AND t.at > now64(3) - INTERVAL 2 DAY
GROUP BY token, venue, market;

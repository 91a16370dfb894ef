CREATE OR REPLACE VIEW analyst.price_minute
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'When the minute closed. UTC.',
  price_usd Float64 COMMENT 'Median over venues of the spot closes of the minute. USD.',
  lowest_usd Float64 COMMENT 'Lowest close of a venue. USD.',
  highest_usd Float64 COMMENT 'Highest close of a venue. USD.',
  apart_bps Float64 COMMENT 'How far the venues are apart: (highest_usd - lowest_usd) / price_usd. Basis points.',
  venue_count UInt32 COMMENT 'Venues with a candle of the minute.',
  volume_usd Float64 COMMENT 'Spot value traded in the minute, summed over venues. USD.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Spot price of a token minute by minute, over all venues.'
AS SELECT
  token,
  open_at + INTERVAL 1 MINUTE AS at,
  quantileExactInclusive(0.5)(close) AS price_usd,
  min(close) AS lowest_usd,
  max(close) AS highest_usd,
  (highest_usd - lowest_usd) / price_usd * 10000 AS apart_bps,
  toUInt32(uniqExact(venue)) AS venue_count,
  sum(c.volume_usd) AS volume_usd,
  max(startsWith(provider, 'sandbox:')) AS is_simulated
FROM candle AS c FINAL
WHERE c.replaced_at = 0 AND market = 'spot' AND interval_s = 60
GROUP BY token, at;

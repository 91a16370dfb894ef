CREATE OR REPLACE VIEW analyst.book_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  market LowCardinality(String) COMMENT 'spot or perp.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  spread_bps Float64 COMMENT 'Mean spread. Basis points.',
  spread_widest_bps Float64 COMMENT 'Widest spread. Basis points.',
  bid_0_5_usd Float64 COMMENT 'Mean value of bids within 0.5 % of mid. USD.',
  ask_0_5_usd Float64 COMMENT 'Mean value of asks within 0.5 % of mid. USD.',
  bid_1_usd Float64 COMMENT 'Mean value of bids within 1 % of mid. USD.',
  ask_1_usd Float64 COMMENT 'Mean value of asks within 1 % of mid. USD.',
  bid_2_usd Float64 COMMENT 'Mean value of bids within 2 % of mid. USD.',
  ask_2_usd Float64 COMMENT 'Mean value of asks within 2 % of mid. USD.',
  imbalance_1_pct Nullable(Float64) COMMENT 'Bids minus asks within 1 % of mid, of their sum; null where there are neither. Percent.',
  truncated_pct Float64 COMMENT 'Readings whose book ended inside the 2 % band: their sums are lower bounds. Percent.',
  reading_count UInt32 COMMENT 'Readings in the hour.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Spread and depth of each venue\'s order book by hour.'
AS SELECT
  token, venue, market, toStartOfHour(at) AS hour, avg(b.spread_bps) AS spread_bps, max(b.spread_bps) AS spread_widest_bps,
  avg(b.bid_0_5_usd) AS bid_0_5_usd, avg(b.ask_0_5_usd) AS ask_0_5_usd, avg(b.bid_1_usd) AS bid_1_usd, avg(b.ask_1_usd) AS ask_1_usd,
  avg(b.bid_2_usd) AS bid_2_usd, avg(b.ask_2_usd) AS ask_2_usd,
  sum(b.bid_1_usd - b.ask_1_usd) / nullIf(sum(b.bid_1_usd + b.ask_1_usd), 0) * 100 AS imbalance_1_pct,
  avg(b.truncated) * 100 AS truncated_pct, toUInt32(count()) AS reading_count, max(startsWith(b.provider, 'sandbox:')) AS is_simulated
FROM order_book AS b FINAL WHERE b.replaced_at = 0
GROUP BY token, venue, market, hour;

CREATE OR REPLACE VIEW analyst.taker_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  buy_pct Nullable(Float64) COMMENT 'Taker buys of all taker volume; null where there was none. Percent.',
  buy_sell_ratio Nullable(Float64) COMMENT 'Taker buys over taker sells, the same unit on both sides; null where none was sold.',
  covered_s UInt32 COMMENT 'Windows read in the hour. Seconds.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Who crossed the spread on perpetuals, by venue and hour. Amounts are left out: venues state them in different units.'
AS SELECT
  token, venue, toStartOfHour(at) AS hour, sum(buy) / nullIf(sum(buy + sell), 0) * 100 AS buy_pct,
  sum(buy) / nullIf(sum(sell), 0) AS buy_sell_ratio, toUInt32(sum(window_s)) AS covered_s, max(startsWith(provider, 'sandbox:')) AS is_simulated
FROM taker_volume FINAL WHERE replaced_at = 0
GROUP BY token, venue, hour;

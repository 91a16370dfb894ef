CREATE OR REPLACE VIEW analyst.market_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the hour. UTC.',
  revision UInt16 COMMENT '0 as first read, 1 as read again a day later; the later one counts; without a unit.',
  close_count UInt16 COMMENT 'Minutes of the hour with a close.',
  low Nullable(Float64) COMMENT 'Lowest of the minute closes, each the median over venues; null where there is none. USD.',
  high Nullable(Float64) COMMENT 'Highest of them. USD.',
  sigma_1h_pct Nullable(Float64) COMMENT 'Deviation of 1-hour returns over the 30 days before the hour; null where too few hours are stored. Percentage points.',
  sigma_24h_pct Nullable(Float64) COMMENT 'The same of 24-hour returns. Percentage points.',
  sigma_7d_pct Nullable(Float64) COMMENT 'The same of 7-day returns. Percentage points.',
  scored_at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Extremes of minute closes and the usual size of returns, by token and hour: what outcomes are settled with.'
AS SELECT
  token, at, revision, close_count, low, high, sigma_1h_pct, sigma_24h_pct, sigma_7d_pct, scored_at
FROM market_hour FINAL;

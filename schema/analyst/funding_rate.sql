CREATE OR REPLACE VIEW analyst.funding_rate
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  kind LowCardinality(String) COMMENT 'current: the rate of the running interval as read; settled: the rate that was paid.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the reading, or of the settlement. UTC.',
  interval_hours Nullable(Float64) COMMENT 'Hours between settlements; null where the venue does not say. Hours.',
  rate_pct Float64 COMMENT 'Rate for one interval; positive: longs pay shorts. Percent.',
  rate_8h_pct Nullable(Float64) COMMENT 'The rate for 8 hours: comparable between venues; null without an interval. Percent.',
  apr_pct Nullable(Float64) COMMENT 'The rate for 365 days without compounding; null without an interval. Percent.',
  next_funding_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Next settlement; null where unknown. UTC.',
  mark_price_usd Nullable(Float64) COMMENT 'Mark price; null where not given. USD.',
  index_price_usd Nullable(Float64) COMMENT 'Index price; null where not given. USD.',
  basis_bps Nullable(Float64) COMMENT 'Mark over index - 1; null where either is missing. Basis points.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Every funding rate read or settled, per interval, per 8 hours and per year.'
AS SELECT
  token, venue, symbol, kind, at, interval_hours, rate * 100 AS rate_pct, rate * 8 / nullIf(interval_hours, 0) * 100 AS rate_8h_pct,
  rate * 8760 / nullIf(interval_hours, 0) * 100 AS apr_pct, next_funding_at, mark_price AS mark_price_usd, index_price AS index_price_usd,
  (mark_price / nullIf(index_price, 0) - 1) * 10000 AS basis_bps, provider, retrieved_at
FROM funding FINAL;

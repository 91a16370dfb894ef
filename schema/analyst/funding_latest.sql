CREATE OR REPLACE VIEW analyst.funding_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the reading. UTC.',
  interval_hours Nullable(Float64) COMMENT 'Hours between settlements; null where the venue does not say. Hours.',
  rate_pct Float64 COMMENT 'Rate for one interval; positive: longs pay shorts. Percent.',
  rate_8h_pct Nullable(Float64) COMMENT 'The rate for 8 hours; null without an interval. Percent.',
  apr_pct Nullable(Float64) COMMENT 'The rate for 365 days without compounding; null without an interval. Percent.',
  median_8h_pct Nullable(Float64) COMMENT 'Median of rate_8h_pct over the venues of the token. Percent.',
  off_median_8h_pct Nullable(Float64) COMMENT 'rate_8h_pct - median_8h_pct: what this venue pays more than the others. Percentage points.',
  next_funding_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Next settlement; null where unknown. UTC.',
  basis_bps Nullable(Float64) COMMENT 'Mark over index - 1; null where either is missing. Basis points.',
  age_s Int64 COMMENT 'Age of the reading when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The newest current funding rate of every token and venue, from the last two days, beside the median of the venues.'
AS SELECT
  token, venue, symbol, at, interval_hours, rate * 100 AS rate_pct, rate * 8 / nullIf(interval_hours, 0) * 100 AS rate_8h_pct,
  rate * 8760 / nullIf(interval_hours, 0) * 100 AS apr_pct,
  quantileExactInclusiveOrNull(0.5)(rate_8h_pct) OVER (PARTITION BY token) AS median_8h_pct,
  rate_8h_pct - median_8h_pct AS off_median_8h_pct, next_funding_at, (mark_price / nullIf(index_price, 0) - 1) * 10000 AS basis_bps,
  dateDiff('second', at, now64(3)) AS age_s, provider
FROM
(
  SELECT *
  FROM funding
  WHERE kind = 'current' AND at > now64(3) - INTERVAL 2 DAY
  ORDER BY token, venue, at DESC, retrieved_at DESC
  LIMIT 1 BY token, venue
);

CREATE OR REPLACE VIEW analyst.liquidation_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  long_usd Float64 COMMENT 'Longs closed by force. USD.',
  short_usd Float64 COMMENT 'Shorts closed by force. USD.',
  total_usd Float64 COMMENT 'Both. USD.',
  long_pct Nullable(Float64) COMMENT 'Share of longs. Percent.',
  largest_usd Float64 COMMENT 'Largest single closure. USD.',
  closure_count UInt32 COMMENT 'Closures.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Forced closures by venue and hour: a lower bound. An hour without a row had none reported.'
AS SELECT
  token, venue, toStartOfHour(at) AS hour, sumIf(value_usd, side = 'long') AS long_usd, sumIf(value_usd, side = 'short') AS short_usd,
  sum(value_usd) AS total_usd, long_usd / nullIf(total_usd, 0) * 100 AS long_pct, max(value_usd) AS largest_usd,
  toUInt32(count()) AS closure_count, max(startsWith(provider, 'sandbox:')) AS is_simulated
FROM liquidation FINAL WHERE replaced_at = 0
GROUP BY token, venue, hour;

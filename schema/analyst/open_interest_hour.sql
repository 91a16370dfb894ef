CREATE OR REPLACE VIEW analyst.open_interest_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  open_interest_native Float64 COMMENT 'Last reading of the hour, one side. Native coins.',
  open_interest_usd Float64 COMMENT 'Last reading of the hour, one side at mark price. USD.',
  lowest_usd Float64 COMMENT 'Lowest reading of the hour. USD.',
  highest_usd Float64 COMMENT 'Highest reading of the hour. USD.',
  reading_count UInt32 COMMENT 'Readings in the hour.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Open interest of perpetuals by venue and hour.'
AS SELECT
  token, venue, toStartOfHour(at) AS hour, argMax(o.open_interest_native, o.at) AS open_interest_native,
  argMax(o.open_interest_usd, o.at) AS open_interest_usd, min(o.open_interest_usd) AS lowest_usd, max(o.open_interest_usd) AS highest_usd,
  toUInt32(count()) AS reading_count, max(startsWith(o.provider, 'sandbox:')) AS is_simulated
FROM open_interest AS o FINAL WHERE o.replaced_at = 0
GROUP BY token, venue, hour;

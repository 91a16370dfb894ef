CREATE OR REPLACE VIEW analyst.liquidation_window
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the window. UTC.',
  window_s UInt32 COMMENT 'Length of the window. Seconds.',
  long_usd Float64 COMMENT 'Longs closed by force in it. A lower bound. USD.',
  short_usd Float64 COMMENT 'Shorts closed by force in it. A lower bound. USD.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Totals of forced closures from venues that do not tell single ones.'
AS SELECT token, venue, at, window_s, long_usd, short_usd, symbol, provider
FROM liquidation_window FINAL;

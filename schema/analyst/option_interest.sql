CREATE OR REPLACE VIEW analyst.option_interest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  at DateTime64(3, 'UTC') COMMENT 'When the venue was read. UTC.',
  put_usd Float64 COMMENT 'Open interest of all puts. USD.',
  call_usd Float64 COMMENT 'Open interest of all calls. USD.',
  put_call_ratio Nullable(Float64) COMMENT 'Puts over calls, both in USD; null without calls.',
  options_count UInt32 COMMENT 'Options summed.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Open interest of options, puts beside calls, reading by reading.'
AS SELECT token, venue, at, put_usd, call_usd, put_usd / nullIf(call_usd, 0) AS put_call_ratio, options_count, provider
FROM option_interest FINAL;

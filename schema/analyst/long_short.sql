CREATE OR REPLACE VIEW analyst.long_short
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  kind LowCardinality(String) COMMENT 'global_account: all accounts; top_account, top_position: the largest accounts, by head or by size.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.',
  ratio Float64 COMMENT 'Long over short.',
  long_pct Float64 COMMENT 'Long share. Percent.',
  short_pct Float64 COMMENT 'Short share. Percent.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Long/short ratios as venues report them. Kinds do not compare with each other.'
AS SELECT token, venue, symbol, kind, at, ratio, long_pct, short_pct, provider FROM long_short FINAL WHERE replaced_at = 0;

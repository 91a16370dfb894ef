CREATE OR REPLACE VIEW analyst.fund_flow_day
(
  day Date COMMENT 'Day. UTC.',
  token LowCardinality(String) COMMENT 'The coin that the funds hold, a token id.',
  netflow_usd Float64 COMMENT 'What went into all exchange-traded funds of the coin less what went out. USD.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Flows of exchange-traded funds by coin and day; days without trading have no row.'
AS SELECT toDate(at) AS day, token, netflow_usd, provider
FROM fund_flow FINAL;

CREATE OR REPLACE VIEW analyst.unlock_ahead
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'When the coins are released. UTC.',
  kind LowCardinality(String) COMMENT 'cliff or linear.',
  amount_native Float64 COMMENT 'Released. Native coins.',
  circulating_pct Nullable(Float64) COMMENT 'Of what circulates; null where that is not known. Percent.',
  category LowCardinality(String) COMMENT 'Who receives them, in the provider\'s words.',
  days_ahead Float64 COMMENT 'From now: days of 24 Hours.',
  read_at DateTime64(3, 'UTC') COMMENT 'When the schedule was read. UTC.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Releases ahead by the newest schedule of each token.'
AS SELECT u.token AS token, u.at AS at, u.kind AS kind, u.amount_native AS amount_native,
  u.amount_native / nullIf(c.circulating_native, 0) * 100 AS circulating_pct, u.category AS category,
  dateDiff('second', now64(3), u.at) / 86400 AS days_ahead, u.read_at AS read_at, u.provider AS provider
FROM
(
  SELECT * FROM unlock FINAL
  WHERE replaced_at = 0 AND (token, read_at) IN (SELECT token, max(read_at) FROM unlock GROUP BY token) AND at > now64(3) AND amount_native > 0
) AS u
LEFT JOIN (SELECT token, circulating_native FROM coin_market ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS c ON c.token = u.token;

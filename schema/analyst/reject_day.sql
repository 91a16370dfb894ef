CREATE OR REPLACE VIEW analyst.reject_day
(
  dataset LowCardinality(String) COMMENT 'Dataset.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  source LowCardinality(String) COMMENT 'Source of the registry.',
  reason LowCardinality(String) COMMENT 'Rule that refused the rows.',
  day Date COMMENT 'Day. UTC.',
  row_count UInt64 COMMENT 'Rows refused.',
  token_count UInt32 COMMENT 'Tokens concerned.',
  last_at DateTime64(3, 'UTC') COMMENT 'The last refusal. UTC.',
  example String COMMENT 'The row that was refused last, as JSON.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Rows that were refused, by rule and day.'
AS SELECT
  dataset, provider, source, reason, toDate(at) AS day, count() AS row_count, toUInt32(uniqExact(token)) AS token_count,
  max(at) AS last_at, argMax(row, at) AS example
FROM reject
GROUP BY dataset, provider, source, reason, day;

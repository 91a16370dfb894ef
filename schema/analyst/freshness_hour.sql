CREATE OR REPLACE VIEW analyst.freshness_hour
(
  dataset LowCardinality(String) COMMENT 'Dataset.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  attainment_pct Nullable(Float64) COMMENT 'Tokens within the objective, of those expected, over all samples; null where none was expected. Percent.',
  worst_pct Nullable(Float64) COMMENT 'The same in the worst minute. Percent.',
  age_p50_s Nullable(Float64) COMMENT 'Mean over the hour of the median age; null where nothing is stored. Seconds.',
  age_p95_s Nullable(Float64) COMMENT 'Highest 95th percentile of the age; null where nothing is stored. Seconds.',
  sample_count UInt32 COMMENT 'Samples, one a minute.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'How fresh each dataset was, by hour: what the status page measured.'
AS SELECT
  dataset, toStartOfHour(at) AS hour, sum(tokens_fresh) / nullIf(sum(tokens_expected), 0) * 100 AS attainment_pct,
  min(tokens_fresh / nullIf(tokens_expected, 0)) * 100 AS worst_pct, avg(s.age_p50_s) AS age_p50_s, max(s.age_p95_s) AS age_p95_s,
  toUInt32(count()) AS sample_count
FROM freshness_sample AS s
GROUP BY dataset, hour;

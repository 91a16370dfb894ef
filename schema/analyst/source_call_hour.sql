CREATE OR REPLACE VIEW analyst.source_call_hour
(
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  source LowCardinality(String) COMMENT 'Source of the registry.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  call_count UInt32 COMMENT 'Calls.',
  ok_count UInt32 COMMENT 'Calls that were answered well.',
  ok_pct Float64 COMMENT 'The same of all calls. Percent.',
  timeout_count UInt32 COMMENT 'Calls without an answer in time.',
  rate_limited_count UInt32 COMMENT 'Calls the provider turned away.',
  latency_p50_ms Float64 COMMENT 'Median time to the whole body. Milliseconds.',
  latency_p95_ms Float64 COMMENT '95th percentile of it. Milliseconds.',
  body_bytes UInt64 COMMENT 'Bodies read. Bytes.',
  row_count UInt64 COMMENT 'Rows taken from them.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Calls to providers by source and hour. Single calls with the digest of each body are in the table source_call, with a row for every reading made of many.'
AS SELECT
  provider, source, toStartOfHour(requested_at) AS hour, toUInt32(countIf(empty(parts))) AS call_count, toUInt32(countIf(outcome = 'ok' AND empty(parts))) AS ok_count,
  ok_count / call_count * 100 AS ok_pct, toUInt32(countIf(outcome = 'timeout')) AS timeout_count,
  toUInt32(countIf(outcome = 'rate_limited')) AS rate_limited_count, quantileExactInclusiveIf(0.5)(latency_ms, empty(parts)) AS latency_p50_ms,
  quantileExactInclusiveIf(0.95)(latency_ms, empty(parts)) AS latency_p95_ms, toUInt64(sumIf(bytes, empty(parts))) AS body_bytes, toUInt64(sum(rows)) AS row_count
FROM source_call
GROUP BY provider, source, hour;

CREATE OR REPLACE VIEW analyst.usage_hour
(
  hour DateTime('UTC') COMMENT 'Hour. UTC.',
  route LowCardinality(String) COMMENT 'Endpoint, as operationId.',
  tier LowCardinality(String) COMMENT 'Price tier of the endpoint.',
  status UInt16 COMMENT 'HTTP status of the answers; without a unit.',
  paid_by LowCardinality(String) COMMENT 'none, allowance, key or payment.',
  caller_count UInt64 COMMENT 'Different callers; who they are is for the owner of the service alone.',
  call_count UInt64 COMMENT 'Answers; without a unit.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Calls by hour, endpoint, status and way of payment, without the callers.'
AS SELECT
  toStartOfHour(u.at, 'UTC') AS hour, u.route AS route, u.tier AS tier, u.status AS status, u.paid_by AS paid_by,
  uniqExact(u.caller) AS caller_count, sum(u.calls) AS call_count
FROM usage AS u
GROUP BY hour, route, tier, status, paid_by;

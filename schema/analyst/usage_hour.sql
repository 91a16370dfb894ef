CREATE OR REPLACE VIEW analyst.usage_hour
(
  hour DateTime('UTC') COMMENT 'Hour. UTC.',
  caller String COMMENT 'key: and the id of a partner key, or ip: and the network.',
  name String COMMENT 'Whom the key was given to; empty without a key.',
  route LowCardinality(String) COMMENT 'Endpoint, as operationId.',
  tier LowCardinality(String) COMMENT 'Price tier of the endpoint.',
  status UInt16 COMMENT 'HTTP status of the answers; without a unit.',
  paid_by LowCardinality(String) COMMENT 'none, allowance, key or payment.',
  call_count UInt64 COMMENT 'Answers; without a unit.'
)
COMMENT 'Calls by hour, caller, endpoint, status and way of payment.'
AS SELECT
  toStartOfHour(u.at, 'UTC') AS hour, u.caller AS caller, any(k.name) AS name, u.route AS route, u.tier AS tier,
  u.status AS status, u.paid_by AS paid_by, sum(u.calls) AS call_count
FROM usage AS u
LEFT JOIN (SELECT concat('key:', id) AS caller, argMax(name, changed_at) AS name FROM api_key GROUP BY id) AS k ON k.caller = u.caller
GROUP BY hour, caller, route, tier, status, paid_by;

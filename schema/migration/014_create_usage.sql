CREATE TABLE IF NOT EXISTS usage
(
  at DateTime64(3, 'UTC') COMMENT 'End of the counted second. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  process LowCardinality(String) COMMENT 'Api process that answered.',
  caller String COMMENT 'key: and the id of a partner key, or ip: and the network.' CODEC(ZSTD(1)),
  route LowCardinality(String) COMMENT 'Endpoint, as operationId.',
  method LowCardinality(String) COMMENT 'HTTP method.',
  tier LowCardinality(String) COMMENT 'Price tier of the endpoint.',
  status UInt16 COMMENT 'HTTP status of the answers; without a unit.',
  paid_by LowCardinality(String) COMMENT 'none, allowance, key or payment.',
  calls UInt32 COMMENT 'Answers; without a unit.' CODEC(T64, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (caller, route, at)
TTL toDateTime(at) + INTERVAL 90 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Calls counted by second, process, caller, endpoint, status and way of payment.';

CREATE TABLE IF NOT EXISTS api_key
(
  id String COMMENT 'Public part of the key.',
  name String COMMENT 'Whom it was given to.',
  digest String COMMENT 'SHA-256 of the whole key, hex; the key itself is kept nowhere.',
  read_per_minute UInt32 COMMENT 'Calls in 60 Seconds, slow ones aside.',
  llm_per_minute UInt32 COMMENT 'Slow calls in 60 Seconds.',
  created_at DateTime64(3, 'UTC') COMMENT 'When it was made. UTC.',
  revoked_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was revoked; null while it stands. UTC.',
  changed_at DateTime64(3, 'UTC') COMMENT 'Time of this state of the key; the latest wins. UTC.'
)
ENGINE = ReplacingMergeTree(changed_at)
ORDER BY id
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Keys of design partners, without the keys themselves; the durable copy of what Redis holds.';

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

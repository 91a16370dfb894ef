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
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Calls counted by second, process, caller, endpoint, status and way of payment.';

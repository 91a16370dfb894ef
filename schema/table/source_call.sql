CREATE TABLE IF NOT EXISTS source_call
(
  id String COMMENT 'ULID of the call.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  source LowCardinality(String) COMMENT 'Source of the registry.',
  endpoint LowCardinality(String) COMMENT 'Provider call identifier.',
  token LowCardinality(String) COMMENT 'Token asked for; empty for calls about many.',
  url String COMMENT 'Address without keys.',
  requested_at DateTime64(3, 'UTC') COMMENT 'When it was sent. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  responded_at DateTime64(3, 'UTC') COMMENT 'When it ended. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  outcome LowCardinality(String) COMMENT 'ok, or why not: timeout, rate_limited, http_error, bad_body, refused.',
  http_status UInt16 COMMENT 'Status; 0 where there was no answer.',
  bytes UInt32 COMMENT 'Size of the body. Bytes.',
  rows UInt32 COMMENT 'Rows taken from it.',
  raw_sha256 String COMMENT 'SHA-256 of the body, hex; of a reading made of many calls the RFC 6962 root over parts.',
  latency_ms UInt32 COMMENT 'Time to the whole body. Milliseconds.',
  parts Array(String) COMMENT 'Of a reading made of many calls their digests, ascending, hex; empty for a call.' CODEC(ZSTD(1)),
  method LowCardinality(String) COMMENT 'GET or POST, both of a reading made of both; empty for calls stored before it was kept.'
)
ENGINE = MergeTree
PARTITION BY (source LIKE '%-candle-1h' OR source LIKE '%-coin-market%', if(source LIKE '%-candle-1h' OR source LIKE '%-coin-market%', toYYYYMM(requested_at), toYYYYMMDD(requested_at)))
ORDER BY (provider, requested_at, id)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Every call to a provider, with the digest of what it answered.';

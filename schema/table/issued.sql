CREATE TABLE IF NOT EXISTS issued
(
  id String COMMENT 'Public id of the object; a brief has its number.',
  kind LowCardinality(String) COMMENT 'evaluation, answer, run or brief.',
  object LowCardinality(String) COMMENT 'Name of the wire object.',
  schema LowCardinality(String) COMMENT 'Schema of the canonical object.',
  token LowCardinality(String) COMMENT 'Token id; empty for objects about several.',
  as_of DateTime64(3, 'UTC') COMMENT 'When the data was true. UTC.',
  issued_at DateTime64(3, 'UTC') COMMENT 'When it was issued. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  canonical String COMMENT 'The canonical object, RFC 8785 text.' CODEC(ZSTD(3)),
  hash String COMMENT 'SHA-256 of the canonical text, hex.',
  source_calls String COMMENT 'JSON array of the provider calls behind it, with digests of what they answered.' CODEC(ZSTD(3)),
  supersedes String COMMENT 'Id of the object this one corrects; empty for none.'
)
ENGINE = MergeTree
ORDER BY id
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'Every issued object as it was issued; appended, never changed.';

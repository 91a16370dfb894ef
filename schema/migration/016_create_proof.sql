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

CREATE TABLE IF NOT EXISTS log_leaf
(
  leaf_index UInt64 COMMENT 'Place in the log, from 0 without holes; without a unit.',
  id String COMMENT 'Id of the issued object.',
  hash String COMMENT 'SHA-256 of its canonical text, hex: the data of the leaf.',
  appended_at DateTime64(3, 'UTC') COMMENT 'When it was appended. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
ORDER BY leaf_index
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'The proof log: one leaf an issued object, in the order of the log.';

CREATE TABLE IF NOT EXISTS log_node
(
  level UInt8 COMMENT 'The subtree holds 2^level leaves; without a unit.',
  node_index UInt64 COMMENT 'Which subtree of the level, from the left; without a unit.',
  hash String COMMENT 'Hash of the subtree by RFC 6962, hex.'
)
ENGINE = ReplacingMergeTree
ORDER BY (level, node_index)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Whole subtrees of the log, so that a proof reads few rows; they follow from the leaves.';

CREATE TABLE IF NOT EXISTS checkpoint
(
  size UInt64 COMMENT 'Leaves in the signed tree; without a unit.',
  root String COMMENT 'Root of the tree, hex.',
  origin LowCardinality(String) COMMENT 'Name of the log.',
  note String COMMENT 'The signed note, C2SP text.',
  signed_at DateTime64(3, 'UTC') COMMENT 'When it was signed. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
ORDER BY size
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'Signed checkpoints of the proof log; one a size.';

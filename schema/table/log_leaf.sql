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

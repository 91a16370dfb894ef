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

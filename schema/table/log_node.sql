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

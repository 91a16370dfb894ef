CREATE TABLE IF NOT EXISTS attestation
(
  driver LowCardinality(String) COMMENT 'oracle: a report of an oracle network; cardano: metadata of a transaction.',
  size UInt64 COMMENT 'Leaves in the tree it is about; without a unit.',
  status LowCardinality(String) COMMENT 'pending, attested, failed or mismatch.',
  attempt UInt32 COMMENT 'Which attempt at this size, from 1; without a unit.',
  at DateTime64(3, 'UTC') COMMENT 'When it was so. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  network LowCardinality(String) COMMENT 'Name of the network.',
  root String COMMENT 'Root that the network saw, hex; empty where it said nothing that holds.',
  evidence String COMMENT 'JSON: the report, its context and signatures, or the transaction.' CODEC(ZSTD(3)),
  corroborated String COMMENT 'JSON array of the leaves whose number the nodes read again at a primary source.',
  problem String COMMENT 'Why it failed or does not match; empty otherwise.'
)
ENGINE = MergeTree
ORDER BY (driver, size, at)
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'What other networks say about checkpoints of the proof log; appended, never changed.';

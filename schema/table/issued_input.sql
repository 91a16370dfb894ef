CREATE TABLE IF NOT EXISTS issued_input
(
  id String COMMENT 'Id of the issued object.',
  hash String COMMENT 'SHA-256 of its canonical text, hex: of two issuers of one id only one was kept.',
  at DateTime64(3, 'UTC') COMMENT 'When it was issued. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  inputs String COMMENT 'JSON: the order, and the books and quotes that were read for it alone.' CODEC(ZSTD(6))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY id
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What was read live for an issued object, beside the state that it was judged on.';

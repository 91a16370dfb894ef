CREATE TABLE IF NOT EXISTS coin
(
  token String COMMENT 'Provider id of the coin.' CODEC(ZSTD(1)),
  at DateTime64(3, 'UTC') COMMENT 'Since when this identity was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  symbol String COMMENT 'Symbol, sanitised, in upper case.' CODEC(ZSTD(1)),
  symbol_key String COMMENT 'Skeleton of the symbol: equal for symbols that look alike.' CODEC(ZSTD(1)),
  name String COMMENT 'Name, sanitised.' CODEC(ZSTD(1)),
  name_raw String COMMENT 'Name as received; untrusted, never shown.' CODEC(ZSTD(1)),
  contracts Map(LowCardinality(String), String) COMMENT 'Contract address by chain; empty for a native coin.' CODEC(ZSTD(1)),
  status LowCardinality(String) COMMENT 'listed, or gone since it was missing from the list.',
  digest String COMMENT 'Digest of symbol, name, contracts and status; a row is written where it changed.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Identities of all coins the directory lists: a new row where one changed or grew old, and for tracked tokens at every reading.';

CREATE TABLE IF NOT EXISTS signal_minute
(
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  read_at DateTime64(3, 'UTC') COMMENT 'Nothing later than this was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  last_id UInt64 COMMENT 'Highest id of a signal up to and with this minute.',
  skipped_count UInt32 COMMENT 'Minutes right before it that were never evaluated.',
  coverage String COMMENT 'JSON: token to rules evaluated, rules that could not be, the reason of the first of those, and their names by reason.' CODEC(ZSTD(3)),
  outcome String COMMENT 'JSON: the rows of signal and signal_evaluation and the changed states that follow from it.' CODEC(ZSTD(3)),
  written_at DateTime64(3, 'UTC') COMMENT 'When it was written; the first row of a minute counts. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (at, written_at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Minutes that were evaluated, each with its whole outcome: the first row of a minute counts.';

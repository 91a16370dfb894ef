CREATE TABLE IF NOT EXISTS signal_state
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute that left it so; the later one wins. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  rules LowCardinality(String) COMMENT 'Version of the rules.',
  state String COMMENT 'JSON: open signals, cooldowns, and single things that were dealt with.' CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(at)
ORDER BY token
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What the rules remember of a token, as of the last minute that changed it.';

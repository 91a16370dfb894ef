CREATE TABLE IF NOT EXISTS signal_evaluation
(
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  kind LowCardinality(String) COMMENT 'Signal kind.',
  evaluated_count UInt16 COMMENT 'Tokens the rule was judged for.',
  not_evaluated_count UInt16 COMMENT 'Tokens it applies to but could not be judged for: neither signal nor no signal.',
  fired_count UInt16 COMMENT 'Signals that fired.',
  reasons String COMMENT 'JSON: reason to how many of those not judged.' CODEC(ZSTD(1)),
  rules LowCardinality(String) COMMENT 'Version of the rules.'
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (kind, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'How many tokens each rule was judged for in a minute, and why not for the others.';

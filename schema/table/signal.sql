CREATE TABLE IF NOT EXISTS signal
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute: close of its last completed bar. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  key String COMMENT 'Natural key: token, kind, direction, at in epoch milliseconds, and the single thing where the rule is about one.',
  id UInt64 COMMENT 'Positive integer, rising; one per natural key.',
  kind LowCardinality(String) COMMENT 'Signal kind.',
  direction LowCardinality(String) COMMENT 'bullish, bearish or neutral.',
  severity UInt8 COMMENT '1 notable, 2 material, 3 critical; without a unit.',
  value Float64 COMMENT 'The measured number in the unit that details name.' CODEC(ZSTD(1)),
  ratio Float64 COMMENT 'Value over the threshold of severity 1, at least 1; without a unit.' CODEC(ZSTD(1)),
  details String COMMENT 'JSON: unit, window, baseline, thresholds, price, sources, id of the signal it escalates, and what the rule adds.' CODEC(ZSTD(3)),
  status LowCardinality(String) COMMENT 'open, escalated, resolved or expired.',
  expires_at DateTime64(3, 'UTC') COMMENT 'When it leaves the open ones whatever happens. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  closed_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it left the open ones; null while it is open. UTC.',
  rules LowCardinality(String) COMMENT 'Version of the rules that fired it.',
  changed_at DateTime64(3, 'UTC') COMMENT 'The evaluated minute that gave this version; the later version of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(changed_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, at, key)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Signals that fired; a change of status is a later version of the same key.';

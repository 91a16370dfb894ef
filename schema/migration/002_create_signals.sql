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
TTL toDateTime(at) + INTERVAL 800 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Signals that fired; a change of status is a later version of the same key.';

CREATE TABLE IF NOT EXISTS signal_minute
(
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  read_at DateTime64(3, 'UTC') COMMENT 'Nothing later than this was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  last_id UInt64 COMMENT 'Highest id of a signal up to and with this minute.',
  skipped_count UInt32 COMMENT 'Minutes right before it that were never evaluated.',
  coverage String COMMENT 'JSON: token to rules evaluated, rules that could not be, and the reason of the first of those.' CODEC(ZSTD(3)),
  outcome String COMMENT 'JSON: the rows of signal and signal_evaluation and the changed states that follow from it.' CODEC(ZSTD(3)),
  written_at DateTime64(3, 'UTC') COMMENT 'When it was written; the first row of a minute counts. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (at, written_at)
TTL toDateTime(at) + INTERVAL 2 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Minutes that were evaluated, each with its whole outcome: the first row of a minute counts.';

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
TTL toDateTime(at) + INTERVAL 90 DAY
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'How many tokens each rule was judged for in a minute, and why not for the others.';

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


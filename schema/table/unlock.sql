CREATE TABLE IF NOT EXISTS unlock
(
  token LowCardinality(String) COMMENT 'Token id.',
  read_at DateTime64(3, 'UTC') COMMENT 'When the schedule was read. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  at DateTime64(3, 'UTC') COMMENT 'When the coins are released; linear releases at the end of their day. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  kind LowCardinality(String) COMMENT 'cliff or linear.',
  amount_native Float64 COMMENT 'Released. Native coins.' CODEC(ZSTD(1)),
  category LowCardinality(String) COMMENT 'Who receives them as the provider says, several joined by a plus sign.',
  schedule LowCardinality(String) COMMENT 'Version of the schedule: digest of what the provider gave.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(read_at)
ORDER BY (token, read_at, at, kind)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Unlock schedules as read: releases from a day back to 100 days ahead, days without one included.';

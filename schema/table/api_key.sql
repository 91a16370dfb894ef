CREATE TABLE IF NOT EXISTS api_key
(
  id String COMMENT 'Public part of the key.',
  name String COMMENT 'Whom it was given to.',
  digest String COMMENT 'SHA-256 of the whole key, hex; the key itself is kept nowhere.',
  read_per_minute UInt32 COMMENT 'Calls in 60 Seconds, slow ones aside.',
  llm_per_minute UInt32 COMMENT 'Slow calls in 60 Seconds.',
  created_at DateTime64(3, 'UTC') COMMENT 'When it was made. UTC.',
  revoked_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was revoked; null while it stands. UTC.',
  changed_at DateTime64(3, 'UTC') COMMENT 'Time of this state of the key; the latest wins. UTC.'
)
ENGINE = ReplacingMergeTree(changed_at)
ORDER BY id
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Keys of design partners, without the keys themselves; the durable copy of what Redis holds.';

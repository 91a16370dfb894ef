-- What builds show of signals and rest on of calls and briefs says when it was stored, signals as versions like readings; a
-- build tells what it showed beside its states. What is stored by now counts as known ever since.
ALTER TABLE signal
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, key, replaced_at);

ALTER TABLE signal_minute
  MODIFY COLUMN written_at COMMENT 'When it was stored with what follows from it; the first row of a minute counts. UTC.';

ALTER TABLE source_call
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1));

ALTER TABLE issued_object
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1));

ALTER TABLE build
  ADD COLUMN IF NOT EXISTS wholes_sha256 Map(LowCardinality(String), String) COMMENT 'SHA-256 of the frame of the market and of that of the token list, by name, hex.' CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS verdicts Map(LowCardinality(String), String) COMMENT 'The verdict that each token was shown with, and when it ran out in epoch milliseconds; without those that had none.' CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS unset Map(LowCardinality(String), String) COMMENT 'Datasets that no source brought for want of a setting, each with the setting.' CODEC(ZSTD(1));

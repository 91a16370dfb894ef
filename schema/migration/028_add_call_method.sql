ALTER TABLE source_call
  ADD COLUMN IF NOT EXISTS method LowCardinality(String) COMMENT 'GET or POST, both of a reading made of both; empty for calls stored before it was kept.'

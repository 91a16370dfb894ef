ALTER TABLE source_call
  ADD COLUMN IF NOT EXISTS parts Array(String) COMMENT 'Of a reading made of many calls their digests, ascending, hex; empty for a call.' CODEC(ZSTD(1)),
  COMMENT COLUMN raw_sha256 'SHA-256 of the body, hex; of a reading made of many calls the RFC 6962 root over parts.'

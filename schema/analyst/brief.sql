CREATE OR REPLACE VIEW analyst.brief
(
  brief_id UInt32 COMMENT 'Number of the brief; without a unit.',
  token LowCardinality(String) COMMENT 'Token id.',
  issued_at DateTime64(3, 'UTC') COMMENT 'When it was issued. UTC.',
  created_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was written. UTC.',
  window_from Nullable(DateTime64(3, 'UTC')) COMMENT 'Start of what was investigated. UTC.',
  window_to Nullable(DateTime64(3, 'UTC')) COMMENT 'End of it. UTC.',
  headline String COMMENT 'Headline.',
  summary String COMMENT 'Its paragraph.',
  direction LowCardinality(String) COMMENT 'bullish, bearish or neutral.',
  severity UInt8 COMMENT '1 notable, 2 material, 3 critical; without a unit.',
  confidence Float64 COMMENT 'Confidence at issuance; fraction of 1, without a unit.',
  stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Every brief as it was issued.'
AS SELECT toUInt32(id) AS brief_id, token, issued_at, created_at, window_from, window_to, headline, summary, direction, severity, confidence, stored_at
FROM issued_object WHERE month = 0 AND id < ':' AND kind = 'brief' AND schema = 'vmi/brief/1';

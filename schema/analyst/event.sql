CREATE OR REPLACE VIEW analyst.event
(
  number UInt64 COMMENT 'Place among all events, from 1 without holes; without a unit.',
  kind LowCardinality(String) COMMENT 'signal, verdict_change or brief.',
  token LowCardinality(String) COMMENT 'Token id; empty for a brief about several.',
  at DateTime64(3, 'UTC') COMMENT 'When it was issued, or the minute that a signal fired in. UTC.',
  id String COMMENT 'Id of the object: of a verdict change the evaluation that made it, else the number of the signal or brief.',
  verdict_from LowCardinality(String) COMMENT 'The verdict that stood before a change; empty for others.',
  verdict_to LowCardinality(String) COMMENT 'The verdict that stands since; empty for others.',
  direction LowCardinality(String) COMMENT 'bullish, bearish or neutral; empty for a verdict change.',
  severity UInt8 COMMENT '1 notable, 2 material, 3 critical.',
  written_at DateTime64(3, 'UTC') COMMENT 'When it was numbered. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Signals that fired, verdicts that changed and briefs that were issued, numbered in the order they became known.'
AS SELECT number, kind, token, at, id, verdict_from, verdict_to, direction, severity, written_at FROM event;

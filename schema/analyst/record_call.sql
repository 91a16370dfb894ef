CREATE OR REPLACE VIEW analyst.record_call
(
  kind LowCardinality(String) COMMENT 'evaluation, signal or brief.',
  id String COMMENT 'Public id: of an evaluation, or the number of a signal or brief.',
  subkind LowCardinality(String) COMMENT 'standard or sized, or the kind of the signal; empty for a brief.',
  token LowCardinality(String) COMMENT 'Token id.',
  issued_at DateTime64(3, 'UTC') COMMENT 'When it was issued; outcomes count from here. UTC.',
  direction LowCardinality(String) COMMENT 'bullish, bearish or neutral; empty for evaluations.',
  verdict LowCardinality(String) COMMENT 'proceed, caution or avoid; empty for others.',
  severity UInt8 COMMENT '1 notable, 2 material, 3 critical, 0 for evaluations; without a unit.',
  side LowCardinality(String) COMMENT 'buy or sell of a sized evaluation, buy of a standard one; empty for others.',
  definition LowCardinality(String) COMMENT 'What makes it right: up, down, move, calm, holds, lags, dips or runs.',
  confidence Float64 COMMENT 'Confidence at issuance; without a unit.',
  p_right_1h Float64 COMMENT 'Probability given at issuance of being right after 1 hour; without a unit.',
  p_right_24h Float64 COMMENT 'The same for 24 hours; without a unit.',
  p_right_7d Float64 COMMENT 'The same for 7 days; without a unit.',
  sigma_1h_pct Nullable(Float64) COMMENT 'Deviation of 1-hour returns as issued; null where the object does not hold it. Percentage points.',
  sigma_24h_pct Nullable(Float64) COMMENT 'The same of 24-hour returns. Percentage points.',
  sigma_7d_pct Nullable(Float64) COMMENT 'The same of 7-day returns. Percentage points.',
  valid_until Nullable(DateTime64(3, 'UTC')) COMMENT 'End of an evaluation; null for others. UTC.',
  previous_verdict LowCardinality(String) COMMENT 'Verdict before it; empty where there was none.',
  rules LowCardinality(String) COMMENT 'Version of the rules that made it.',
  is_simulated UInt8 COMMENT '1 where it rests on simulated data; without a unit.',
  taken_at DateTime64(3, 'UTC') COMMENT 'When the record took it up. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Every evaluation, signal and brief that was issued, with what it said; the published method counts these rows.'
AS SELECT
  kind, id, subkind, token, issued_at, direction, verdict, severity, side, definition, confidence, p_right_1h, p_right_24h,
  p_right_7d, sigma_1h_pct, sigma_24h_pct, sigma_7d_pct, valid_until, previous_verdict, rules, is_simulated, taken_at
FROM record_call FINAL;

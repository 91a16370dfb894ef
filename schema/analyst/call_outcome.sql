CREATE OR REPLACE VIEW analyst.call_outcome
(
  token LowCardinality(String) COMMENT 'Token id.',
  issued_at DateTime64(3, 'UTC') COMMENT 'When the call was issued. UTC.',
  kind LowCardinality(String) COMMENT 'evaluation, signal or brief.',
  call_id String COMMENT 'Public id of the call.',
  subkind LowCardinality(String) COMMENT 'standard or sized, or the kind of the signal; empty for a brief.',
  verdict LowCardinality(String) COMMENT 'proceed, caution or avoid; empty for others.',
  direction LowCardinality(String) COMMENT 'bullish, bearish or neutral; empty for evaluations.',
  severity UInt8 COMMENT '1 notable, 2 material, 3 critical, 0 for evaluations.',
  definition LowCardinality(String) COMMENT 'What makes it right: up, down, move, calm, holds, lags, dips or runs.',
  horizon_h UInt16 COMMENT 'How long after issuance. Hours.',
  result LowCardinality(String) COMMENT 'right, wrong, push, not_scored, unassessed, or pending where it is not settled.',
  is_sampled Nullable(UInt8) COMMENT 'Whether it enters the public rates: 0 or 1; null while it is pending.',
  p_right Float64 COMMENT 'Probability of being right given at issuance; without a unit.',
  return_pct Nullable(Float64) COMMENT 'Price at the end of the horizon against the first close after issuance. Percent.',
  excess_pct Nullable(Float64) COMMENT 'Return less the median of all tracked tokens over the same time. Percent.',
  worst_pct Nullable(Float64) COMMENT 'Lowest close within the horizon against the first one. Percent.',
  best_pct Nullable(Float64) COMMENT 'Highest close within the horizon against the first one. Percent.',
  sigma_pct Nullable(Float64) COMMENT 'Deviation of returns over the horizon, as of issuance. Percent.',
  band_pct Nullable(Float64) COMMENT 'Noise band: moves within it are neither right nor wrong. Percent.',
  revision_count Nullable(UInt16) COMMENT 'Corrections so far; null while it is pending.',
  rules LowCardinality(String) COMMENT 'Version of the rules that made the call.',
  is_simulated UInt8 COMMENT '1 where the call rests on simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Every evaluation, signal and brief beside its outcome after 1 hour, 24 hours and 7 days, by the published scoring rules.'
AS SELECT
  c.token AS token, c.issued_at AS issued_at, c.kind AS kind, c.id AS call_id, c.subkind AS subkind, c.verdict AS verdict,
  c.direction AS direction, c.severity AS severity, c.definition AS definition, c.horizon_h AS horizon_h,
  if(o.result = '', 'pending', o.result) AS result, if(o.result = '', NULL, toNullable(o.sampled)) AS is_sampled,
  multiIf(c.horizon_h = 1, c.p_right_1h, c.horizon_h = 24, c.p_right_24h, c.p_right_7d) AS p_right,
  o.return_pct AS return_pct, o.excess_pct AS excess_pct, o.worst_pct AS worst_pct, o.best_pct AS best_pct,
  o.sigma_pct AS sigma_pct, o.band_pct AS band_pct, if(o.result = '', NULL, toNullable(o.revision)) AS revision_count,
  c.rules AS rules, c.is_simulated AS is_simulated
FROM (SELECT *, toUInt16(arrayJoin([1, 24, 168])) AS horizon_h FROM record_call FINAL) AS c
LEFT JOIN (SELECT * FROM outcome FINAL ORDER BY revision DESC LIMIT 1 BY kind, id, horizon_h) AS o
  ON o.kind = c.kind AND o.id = c.id AND o.horizon_h = c.horizon_h;

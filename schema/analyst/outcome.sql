CREATE OR REPLACE VIEW analyst.outcome
(
  kind LowCardinality(String) COMMENT 'Kind of the call: evaluation, signal or brief.',
  id String COMMENT 'Id of the call.',
  horizon_h UInt16 COMMENT 'How long after issuance: 1, 24 or 168. Hours.',
  revision UInt16 COMMENT '0 as first settled; the count of corrections before and with this row; without a unit.',
  subkind LowCardinality(String) COMMENT 'As in the call.',
  token LowCardinality(String) COMMENT 'Token id.',
  issued_at DateTime64(3, 'UTC') COMMENT 'When the call was issued. UTC.',
  due_at DateTime64(3, 'UTC') COMMENT 'When the horizon ended. UTC.',
  verdict LowCardinality(String) COMMENT 'As in the call.',
  direction LowCardinality(String) COMMENT 'As in the call.',
  severity UInt8 COMMENT 'As in the call; without a unit.',
  definition LowCardinality(String) COMMENT 'As in the call.',
  sampled UInt8 COMMENT '1 where it enters the rates: evaluations by the fixed sample, everything else always; without a unit.',
  p_right Float64 COMMENT 'Probability of being right given at issuance for this horizon; without a unit.',
  entry_at Nullable(DateTime64(3, 'UTC')) COMMENT 'The first close after issuance; null where there was none in time. UTC.',
  price_0 Nullable(Float64) COMMENT 'Median over venues of that close. USD.',
  settled_at Nullable(DateTime64(3, 'UTC')) COMMENT 'The first close at or after due_at; null where there was none in time. UTC.',
  price_h Nullable(Float64) COMMENT 'Median over venues of that close. USD.',
  return_pct Nullable(Float64) COMMENT 'price_h against price_0. Percentage points.',
  excess_pct Nullable(Float64) COMMENT 'Return less the median return of all tracked tokens over the same time. Percentage points.',
  worst_pct Nullable(Float64) COMMENT 'Lowest close within the horizon against price_0. Percentage points.',
  best_pct Nullable(Float64) COMMENT 'Highest close within the horizon against price_0. Percentage points.',
  sigma_pct Nullable(Float64) COMMENT 'Deviation of returns over the horizon, as of issuance. Percentage points.',
  band_pct Nullable(Float64) COMMENT 'Noise band: moves within it are neither right nor wrong. Percentage points.',
  result LowCardinality(String) COMMENT 'right, wrong, push, not_scored or unassessed.',
  reason LowCardinality(String) COMMENT 'Why it is unassessed; empty where it is not.',
  correction LowCardinality(String) COMMENT 'Why this row corrects the one before; empty for revision 0.',
  scoring LowCardinality(String) COMMENT 'Version of the scoring rules.',
  is_simulated UInt8 COMMENT '1 where the call rests on simulated data; without a unit.',
  scored_at DateTime64(3, 'UTC') COMMENT 'When it was settled. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'What became of each call after 1 hour, 24 hours and 7 days; a correction is a further row with its reason.'
AS SELECT
  kind, id, horizon_h, revision, subkind, token, issued_at, due_at, verdict, direction, severity, definition, sampled, p_right,
  entry_at, price_0, settled_at, price_h, return_pct, excess_pct, worst_pct, best_pct, sigma_pct, band_pct, result, reason,
  correction, scoring, is_simulated, scored_at
FROM outcome FINAL;

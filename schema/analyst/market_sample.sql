CREATE OR REPLACE VIEW analyst.market_sample
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The full hour it counts from. UTC.',
  horizon_h UInt16 COMMENT 'How long after: 1, 24 or 168. Hours.',
  revision UInt16 COMMENT '0 as first settled, 1 as settled again a day later; the later one counts; without a unit.',
  return_pct Nullable(Float64) COMMENT 'As in outcome; null where a close is missing. Percentage points.',
  worst_pct Nullable(Float64) COMMENT 'As in outcome. Percentage points.',
  best_pct Nullable(Float64) COMMENT 'As in outcome. Percentage points.',
  sigma_pct Nullable(Float64) COMMENT 'As in outcome. Percentage points.',
  band_pct Nullable(Float64) COMMENT 'As in outcome. Percentage points.',
  scored_at DateTime64(3, 'UTC') COMMENT 'When it was settled. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'What a call at every full hour on every tracked token would have met: base rates come from here.'
AS SELECT
  token, at, horizon_h, revision, return_pct, worst_pct, best_pct, sigma_pct, band_pct, scored_at
FROM market_sample FINAL;

CREATE TABLE IF NOT EXISTS market_sample
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The full hour it counts from. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  horizon_h UInt16 COMMENT 'How long after: 1, 24 or 168. Hours.',
  revision UInt16 COMMENT '0 as first settled, 1 as settled again a day later; the later one counts. Without a unit.',
  return_pct Nullable(Float64) COMMENT 'As in outcome; null where a close is missing. Percentage points.' CODEC(ZSTD(1)),
  worst_pct Nullable(Float64) COMMENT 'As in outcome. Percentage points.' CODEC(ZSTD(1)),
  best_pct Nullable(Float64) COMMENT 'As in outcome. Percentage points.' CODEC(ZSTD(1)),
  sigma_pct Nullable(Float64) COMMENT 'As in outcome. Percentage points.' CODEC(ZSTD(1)),
  band_pct Nullable(Float64) COMMENT 'As in outcome. Percentage points.' CODEC(ZSTD(1)),
  scored_at DateTime64(3, 'UTC') COMMENT 'When it was settled. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(revision)
PARTITION BY toYYYYMM(at)
ORDER BY (horizon_h, at, token)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What a call at every full hour on every tracked token would have met: base rates come from here.';

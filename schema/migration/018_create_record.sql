CREATE TABLE IF NOT EXISTS record_call
(
  kind LowCardinality(String) COMMENT 'evaluation, signal or brief.',
  id String COMMENT 'Public id: of an evaluation, or the number of a signal or brief.',
  subkind LowCardinality(String) COMMENT 'standard or sized, or the kind of the signal; empty for a brief.',
  token LowCardinality(String) COMMENT 'Token id.',
  issued_at DateTime64(3, 'UTC') COMMENT 'When it was issued; outcomes count from here. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  direction LowCardinality(String) COMMENT 'bullish, bearish or neutral; empty for evaluations.',
  verdict LowCardinality(String) COMMENT 'proceed, caution or avoid; empty for others.',
  severity UInt8 COMMENT '1 notable, 2 material, 3 critical, 0 for evaluations; without a unit.',
  side LowCardinality(String) COMMENT 'buy or sell of a sized evaluation, buy of a standard one; empty for others.',
  definition LowCardinality(String) COMMENT 'What makes it right: up, down, move, calm, holds, lags, dips or runs.',
  confidence Float64 COMMENT 'Confidence at issuance; fraction of 1.' CODEC(ZSTD(1)),
  p_right_1h Float64 COMMENT 'Probability given at issuance of being right after 1 hour; fraction of 1.' CODEC(ZSTD(1)),
  p_right_24h Float64 COMMENT 'The same for 24 hours; fraction of 1.' CODEC(ZSTD(1)),
  p_right_7d Float64 COMMENT 'The same for 7 days; fraction of 1.' CODEC(ZSTD(1)),
  sigma_1h_pct Nullable(Float64) COMMENT 'Deviation of 1-hour returns as issued; null where the object does not hold it. Percentage points.' CODEC(ZSTD(1)),
  sigma_24h_pct Nullable(Float64) COMMENT 'The same of 24-hour returns. Percentage points.' CODEC(ZSTD(1)),
  sigma_7d_pct Nullable(Float64) COMMENT 'The same of 7-day returns. Percentage points.' CODEC(ZSTD(1)),
  valid_until Nullable(DateTime64(3, 'UTC')) COMMENT 'End of an evaluation; null for others. UTC.',
  previous_verdict LowCardinality(String) COMMENT 'Verdict before it; empty where there was none.',
  rules LowCardinality(String) COMMENT 'Version of the rules that made it.',
  is_simulated UInt8 COMMENT '1 where it rests on simulated data; without a unit.',
  taken_at DateTime64(3, 'UTC') COMMENT 'When the record took it up. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(issued_at)
ORDER BY (issued_at, kind, id)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'The record: one row for every evaluation, signal and brief that was issued, with what it said; never changed.';

CREATE TABLE IF NOT EXISTS outcome
(
  kind LowCardinality(String) COMMENT 'Kind of the call: evaluation, signal or brief.',
  id String COMMENT 'Id of the call.',
  horizon_h UInt16 COMMENT 'How long after issuance: 1, 24 or 168. Hours.',
  revision UInt16 COMMENT '0 as first settled; the count of corrections before and with this row. Without a unit.',
  subkind LowCardinality(String) COMMENT 'As in the call.',
  token LowCardinality(String) COMMENT 'Token id.',
  issued_at DateTime64(3, 'UTC') COMMENT 'When the call was issued. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  due_at DateTime64(3, 'UTC') COMMENT 'When the horizon ended. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  verdict LowCardinality(String) COMMENT 'As in the call.',
  direction LowCardinality(String) COMMENT 'As in the call.',
  severity UInt8 COMMENT 'As in the call; without a unit.',
  definition LowCardinality(String) COMMENT 'As in the call.',
  sampled UInt8 COMMENT '1 where it enters the rates: evaluations by the fixed sample, everything else always. Without a unit.',
  p_right Float64 COMMENT 'Probability of being right given at issuance for this horizon; fraction of 1.' CODEC(ZSTD(1)),
  entry_at Nullable(DateTime64(3, 'UTC')) COMMENT 'The first close after issuance; null where there was none in time. UTC.',
  price_0 Nullable(Float64) COMMENT 'Median over venues of that close. USD.' CODEC(ZSTD(1)),
  settled_at Nullable(DateTime64(3, 'UTC')) COMMENT 'The first close at or after due_at; null where there was none in time. UTC.',
  price_h Nullable(Float64) COMMENT 'Median over venues of that close. USD.' CODEC(ZSTD(1)),
  return_pct Nullable(Float64) COMMENT 'price_h against price_0. Percentage points.' CODEC(ZSTD(1)),
  excess_pct Nullable(Float64) COMMENT 'Return less the median return of all tracked tokens over the same time. Percentage points.' CODEC(ZSTD(1)),
  worst_pct Nullable(Float64) COMMENT 'Lowest close within the horizon against price_0. Percentage points.' CODEC(ZSTD(1)),
  best_pct Nullable(Float64) COMMENT 'Highest close within the horizon against price_0. Percentage points.' CODEC(ZSTD(1)),
  sigma_pct Nullable(Float64) COMMENT 'Deviation of returns over the horizon, as of issuance. Percentage points.' CODEC(ZSTD(1)),
  band_pct Nullable(Float64) COMMENT 'Noise band: moves within it are neither right nor wrong. Percentage points.' CODEC(ZSTD(1)),
  result LowCardinality(String) COMMENT 'right, wrong, push, not_scored or unassessed.',
  reason LowCardinality(String) COMMENT 'Why it is unassessed; empty where it is not.',
  correction LowCardinality(String) COMMENT 'Why this row corrects the one before; empty for revision 0.',
  scoring LowCardinality(String) COMMENT 'Version of the scoring rules.',
  is_simulated UInt8 COMMENT '1 where the call rests on simulated data; without a unit.',
  scored_at DateTime64(3, 'UTC') COMMENT 'When it was settled. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(issued_at)
ORDER BY (issued_at, kind, id, horizon_h, revision)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What became of each call after 1 hour, 24 hours and 7 days; a correction is a further row with its reason.';

CREATE TABLE IF NOT EXISTS market_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the hour. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  revision UInt16 COMMENT '0 as first read, 1 as read again a day later; the later one counts. Without a unit.',
  close_count UInt16 COMMENT 'Minutes of the hour with a close.',
  low Nullable(Float64) COMMENT 'Lowest of the minute closes, each the median over venues; null where there is none. USD.' CODEC(ZSTD(1)),
  high Nullable(Float64) COMMENT 'Highest of them. USD.' CODEC(ZSTD(1)),
  sigma_1h_pct Nullable(Float64) COMMENT 'Deviation of 1-hour returns over the 30 days before the hour; null where too few hours are stored. Percentage points.' CODEC(ZSTD(1)),
  sigma_24h_pct Nullable(Float64) COMMENT 'The same of 24-hour returns. Percentage points.' CODEC(ZSTD(1)),
  sigma_7d_pct Nullable(Float64) COMMENT 'The same of 7-day returns. Percentage points.' CODEC(ZSTD(1)),
  scored_at DateTime64(3, 'UTC') COMMENT 'When it was read. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(revision)
PARTITION BY toYYYYMM(at)
ORDER BY (at, token)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Extremes of minute closes and the usual size of returns, by token and hour: what outcomes are settled with.';

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

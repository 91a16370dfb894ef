CREATE TABLE IF NOT EXISTS issued_object
(
  id String COMMENT 'Public id of the object; a brief has its number.',
  month UInt32 COMMENT 'Year and month (YYYYMM, UTC) of the instant in the id, 0 where it holds none: an id is of one month only.',
  kind LowCardinality(String) COMMENT 'evaluation, answer, run or brief.',
  object LowCardinality(String) COMMENT 'Name of the wire object.',
  schema LowCardinality(String) COMMENT 'Schema of the canonical object.',
  token LowCardinality(String) COMMENT 'Token id; empty for objects about several.',
  as_of DateTime64(3, 'UTC') COMMENT 'When the data was true. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  issued_at DateTime64(3, 'UTC') COMMENT 'When it was issued. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  subkind LowCardinality(String) COMMENT 'Of an evaluation standard or sized; empty for others.',
  verdict LowCardinality(String) COMMENT 'Of an evaluation proceed, caution or avoid; empty for others.',
  previous_id String COMMENT 'Of a standard evaluation the id of the one before it; empty for none.' CODEC(ZSTD(1)),
  previous_verdict LowCardinality(String) COMMENT 'Verdict of that one; empty for none.',
  standing LowCardinality(String) COMMENT 'Of a standard evaluation the verdict that stands with it: a change counts when it held twice or is towards avoid; empty for others.',
  changed_from LowCardinality(String) COMMENT 'The verdict that stood before, where this evaluation changes it; empty where it does not.',
  direction LowCardinality(String) COMMENT 'Of a brief bullish, bearish or neutral; empty for others.',
  severity UInt8 COMMENT 'Of a brief 1 notable, 2 material, 3 critical; 0 for others. Without a unit.',
  side LowCardinality(String) COMMENT 'Of a sized evaluation buy or sell; empty for others.',
  headline String COMMENT 'Of a brief its headline; empty for others.' CODEC(ZSTD(1)),
  summary String COMMENT 'Of a brief its paragraph; empty for others.' CODEC(ZSTD(3)),
  confidence Float64 COMMENT 'Confidence at issuance; fraction of 1.' CODEC(ZSTD(1)),
  p_right_1h Nullable(Float64) COMMENT 'Probability given at issuance of being right after 1 hour; fraction of 1.' CODEC(ZSTD(1)),
  p_right_24h Nullable(Float64) COMMENT 'The same for 24 hours; fraction of 1.' CODEC(ZSTD(1)),
  p_right_7d Nullable(Float64) COMMENT 'The same for 7 days; fraction of 1.' CODEC(ZSTD(1)),
  sigma_1h_pct Nullable(Float64) COMMENT 'Deviation of 1-hour returns as issued; null where it was not measured. Percentage points.' CODEC(ZSTD(1)),
  sigma_24h_pct Nullable(Float64) COMMENT 'The same of 24-hour returns. Percentage points.' CODEC(ZSTD(1)),
  sigma_7d_pct Nullable(Float64) COMMENT 'The same of 7-day returns. Percentage points.' CODEC(ZSTD(1)),
  valid_until Nullable(DateTime64(3, 'UTC')) COMMENT 'End of an evaluation; null for others. UTC.' CODEC(ZSTD(1)),
  created_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Of a brief when it was written; null for others. UTC.' CODEC(ZSTD(1)),
  window_from Nullable(DateTime64(3, 'UTC')) COMMENT 'Of a brief the start of what was investigated; null for others. UTC.' CODEC(ZSTD(1)),
  window_to Nullable(DateTime64(3, 'UTC')) COMMENT 'Of a brief the end of it; null for others. UTC.' CODEC(ZSTD(1)),
  rules LowCardinality(String) COMMENT 'Version of the rules that made it.',
  is_simulated UInt8 COMMENT '1 where it rests on simulated data; without a unit.',
  judged_at Nullable(DateTime64(3, 'UTC')) COMMENT 'The instant as of which it was judged; null where that was not kept. UTC.' CODEC(ZSTD(1)),
  build Nullable(DateTime64(3, 'UTC')) COMMENT 'Version of the state it was judged on: the instant of its build; null where that was not kept. UTC.' CODEC(ZSTD(1)),
  odds String COMMENT 'SHA-256 of the table of past results that its probabilities come from, hex; empty where there was none.' CODEC(ZSTD(1)),
  code_version LowCardinality(String) COMMENT 'Version of the code that made it; empty before it was named.',
  canonical String COMMENT 'The canonical object, RFC 8785 text.' CODEC(ZSTD(3)),
  hash String COMMENT 'SHA-256 of the canonical text, hex.',
  source_calls String COMMENT 'JSON array of the provider calls behind it, with digests of what they answered.' CODEC(ZSTD(3)),
  supersedes String COMMENT 'Id of the object this one corrects; empty for none.',
  INDEX issued_at issued_at TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY month
ORDER BY id
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'Every issued object as it was issued; appended, never changed.';

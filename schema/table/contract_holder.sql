CREATE TABLE IF NOT EXISTS contract_holder
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  address String COMMENT 'Contract address.',
  at DateTime64(3, 'UTC') COMMENT 'When it was scanned. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  holders_count Nullable(UInt64) COMMENT 'Holders.',
  top10_pct Nullable(Float64) COMMENT 'Share of the supply of those of the ten largest holders that are not excluded; null: not given. Percentage points.',
  top10_excluded_pct Nullable(Float64) COMMENT 'Share of those that are: exchanges, burn addresses, bridges and lockers. Percentage points.',
  transfer_tax_pct Nullable(Float64) COMMENT 'Tax on a plain transfer; null: not given. Percentage points.',
  same_creator_honeypot Nullable(UInt8) COMMENT '1: its creator made honeypots. Unit: 0 or 1.',
  owner_flags Nullable(String) COMMENT 'What the owner\'s or creator\'s address is blamed for, joined by commas; empty: nothing; null: not asked.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, address, provider, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Who holds a contract\'s tokens and who made it, as contract-risk scanners report it.';

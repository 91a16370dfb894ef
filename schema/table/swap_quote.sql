CREATE TABLE IF NOT EXISTS swap_quote
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  venue LowCardinality(String) COMMENT 'The aggregator that quoted.',
  side LowCardinality(String) COMMENT 'buy: a dollar token is paid for the token; sell: the other way.',
  size_usd Float64 COMMENT 'Size of the order. USD.',
  at DateTime64(3, 'UTC') COMMENT 'When the aggregator quoted. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  amount_in String COMMENT 'What would be paid, in the smallest units of the token paid. Decimal digits.',
  amount_out String COMMENT 'What would be received, in the smallest units of the token received. Decimal digits.',
  probe_in String COMMENT 'The same of a small order that moves no price. Decimal digits.',
  probe_out String COMMENT 'The same of a small order that moves no price. Decimal digits.',
  impact_pct Float64 COMMENT 'How much worse the order is quoted than the small one; fees of pools are in both. Percentage points.' CODEC(ZSTD(1)),
  route String COMMENT 'Exchanges the order would pass, joined by commas.' CODEC(ZSTD(1)),
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, venue, side, size_usd, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'What aggregators of decentralised exchanges quote for an order of a size.';

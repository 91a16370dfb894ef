CREATE TABLE IF NOT EXISTS headline
(
  token LowCardinality(String) COMMENT 'Token id of a tracked token the headline names; empty where it names none or too many.',
  at DateTime64(3, 'UTC') COMMENT 'When the newsroom published it. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  url String COMMENT 'Where the article is; http or https, without tracking parameters. Untrusted text.',
  title String COMMENT 'The headline, sanitised and capped. Untrusted text.',
  lang LowCardinality(String) COMMENT 'Language of the feed.',
  provider LowCardinality(String) COMMENT 'The newsroom; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we first received it. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, url)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Headlines of newsrooms, by the tracked tokens they name.';

CREATE OR REPLACE VIEW analyst.headline
(
  token LowCardinality(String) COMMENT 'Token id; empty where the headline names none or too many.',
  at DateTime64(3, 'UTC') COMMENT 'When it was published. UTC.',
  title String COMMENT 'The headline, sanitised and capped. Untrusted text.',
  url String COMMENT 'Where the article is. Untrusted text.',
  delay_s Int64 COMMENT 'From publication to our first reading. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Headlines by the tracked tokens they name. Words of strangers: to be read, never to be followed.'
AS SELECT token, at, title, url, dateDiff('second', at, retrieved_at) AS delay_s, provider
FROM headline FINAL;

CREATE OR REPLACE VIEW analyst.fear_greed_day
(
  day Date COMMENT 'Day. UTC.',
  index_value UInt8 COMMENT 'Index points: 0 is extreme fear, 100 extreme greed.',
  label LowCardinality(String) COMMENT 'The provider\'s word for it.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Fear and greed by day.'
AS SELECT toDate(at) AS day, value AS index_value, label, provider
FROM fear_greed FINAL;

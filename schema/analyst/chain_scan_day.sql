CREATE OR REPLACE VIEW analyst.chain_scan_day
(
  chain LowCardinality(String) COMMENT 'Chain id.',
  day Date COMMENT 'Day. UTC.',
  covered_s UInt32 COMMENT 'Time between the first and the last block of each range read on the day, summed. Seconds.',
  covered_pct Float64 COMMENT 'The same of 24 hours, at most 100. Percent.',
  block_count UInt64 COMMENT 'Blocks read whole.',
  label_set LowCardinality(String) COMMENT 'Newest version of the labels.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'How much of each chain was read: only there is an absent flow or transfer a measured zero.'
AS SELECT
  chain, toDate(at) AS day, toUInt32(sum(dateDiff('second', s.at, s.to_at))) AS covered_s, least(100, covered_s / 864) AS covered_pct,
  toUInt64(sum(s.to_block - s.from_block + 1)) AS block_count, max(s.label_set) AS label_set, max(startsWith(s.provider, 'sandbox:')) AS is_simulated
FROM chain_scan AS s FINAL WHERE s.replaced_at = 0
GROUP BY chain, day;

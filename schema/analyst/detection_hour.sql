CREATE OR REPLACE VIEW analyst.detection_hour
(
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  minute_count UInt32 COMMENT 'Minutes that were evaluated.',
  skipped_count UInt32 COMMENT 'Minutes that never were.',
  delay_p50_s Float64 COMMENT 'Median time from the end of a minute to its signals being written. Seconds.',
  delay_max_s Float64 COMMENT 'Longest such time. Seconds.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Whether the signal rules ran: minutes evaluated, skipped and how late, by hour.'
AS SELECT toStartOfHour(at) AS hour, toUInt32(count()) AS minute_count, toUInt32(sum(m.skipped_count)) AS skipped_count,
  quantileExactInclusive(0.5)(dateDiff('millisecond', m.at, m.written_at) / 1000) AS delay_p50_s,
  max(dateDiff('millisecond', m.at, m.written_at) / 1000) AS delay_max_s
FROM (SELECT * FROM signal_minute ORDER BY at, written_at LIMIT 1 BY at) AS m
GROUP BY hour;

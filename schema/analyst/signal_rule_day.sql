CREATE OR REPLACE VIEW analyst.signal_rule_day
(
  kind LowCardinality(String) COMMENT 'Signal kind.',
  day Date COMMENT 'Day. UTC.',
  minute_count UInt32 COMMENT 'Minutes that were evaluated.',
  evaluated_count UInt64 COMMENT 'Judgements: tokens by minutes.',
  not_evaluated_count UInt64 COMMENT 'Times the rule applied to a token and could not be judged.',
  judged_pct Nullable(Float64) COMMENT 'Judgements, of the times the rule applied. Percent.',
  fired_count UInt64 COMMENT 'Signals that fired.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'How often each rule could be judged, and fired, by day.'
AS SELECT kind, toDate(at) AS day, toUInt32(count()) AS minute_count, toUInt64(sum(e.evaluated_count)) AS evaluated_count,
  toUInt64(sum(e.not_evaluated_count)) AS not_evaluated_count,
  sum(e.evaluated_count) / nullIf(sum(e.evaluated_count) + sum(e.not_evaluated_count), 0) * 100 AS judged_pct,
  toUInt64(sum(e.fired_count)) AS fired_count
FROM signal_evaluation AS e FINAL
GROUP BY kind, day;

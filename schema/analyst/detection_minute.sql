CREATE OR REPLACE VIEW analyst.detection_minute
(
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute. UTC.',
  read_at DateTime64(3, 'UTC') COMMENT 'Nothing that was true later was read for it. UTC.',
  written_at DateTime64(3, 'UTC') COMMENT 'When it was stored; the first row of a minute counts. UTC.',
  coverage String COMMENT 'JSON: token to rules evaluated, rules that could not be, the reason of the first of those, their names by reason, and those that do not apply.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Minutes in which the signal rules were judged, and for how many rules of each token that could be done.'
AS SELECT at, read_at, written_at, coverage FROM signal_minute;

CREATE OR REPLACE VIEW analyst.issued_call
(
  kind LowCardinality(String) COMMENT 'evaluation, signal or brief.',
  id String COMMENT 'Public id: of an evaluation, or the number of a signal or brief.',
  token LowCardinality(String) COMMENT 'Token id.',
  issued_at DateTime64(3, 'UTC') COMMENT 'When it was issued; of a signal the evaluated minute. UTC.',
  build Nullable(DateTime64(3, 'UTC')) COMMENT 'Version of the build whose state was judged; null of signals and where it was not kept. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Every call as it was issued or detected: the record must have each of them.'
AS SELECT kind, id, token, issued_at, build FROM issued_object WHERE kind IN ('evaluation', 'brief')
UNION ALL
SELECT 'signal' AS kind, toString(s.id) AS id, token, at AS issued_at, NULL AS build FROM signal AS s FINAL WHERE replaced_at = 0;

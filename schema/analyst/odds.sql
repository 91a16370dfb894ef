CREATE OR REPLACE VIEW analyst.odds
(
  version UInt64 COMMENT 'Version of the odds, from 1 without holes; without a unit.',
  at DateTime64(3, 'UTC') COMMENT 'When it was counted. UTC.',
  digest String COMMENT 'SHA-256 of the version, hex: issued objects name it.',
  class String COMMENT 'Class of calls: kind and verdict, signal kind and severity, the same with its direction, or direction and severity, joined by tildes.',
  horizon String COMMENT '1h, 24h or 7d.',
  call_count UInt32 COMMENT 'Settled calls of the class.',
  right_count UInt32 COMMENT 'Those of them that were right.',
  base_pct Float64 COMMENT 'How often the same held for any hour of the market. Percent.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'What calls got their probabilities from: results of past calls by version, class and horizon.'
AS SELECT version, at, digest, class, h.1 AS horizon, JSONExtract(h.2, 'n', 'UInt32') AS call_count,
  JSONExtract(h.2, 'right', 'UInt32') AS right_count, JSONExtract(h.2, 'base', 'Float64') * 100 AS base_pct
FROM (
  SELECT version, at, digest, c.1 AS class, arrayJoin(JSONExtractKeysAndValuesRaw(c.2)) AS h
  FROM (SELECT number AS version, at, digest, arrayJoin(JSONExtractKeysAndValuesRaw(o.odds)) AS c FROM odds AS o)
)
WHERE h.2 != 'null';

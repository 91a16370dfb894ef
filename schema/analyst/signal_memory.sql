CREATE OR REPLACE VIEW analyst.signal_memory
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute that left it so. UTC.',
  open_count UInt32 COMMENT 'Signals that were open then.',
  slots Array(String) COMMENT 'Kinds and directions with an open signal or a cooldown that runs.',
  rules LowCardinality(String) COMMENT 'Version of the rules.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'What the signal rules remember of each token: open signals and cooldowns.'
AS SELECT token, at, toUInt32(arraySum(arrayMap(slot -> length(JSONExtractArrayRaw(slot.2, 'open')), JSONExtractKeysAndValuesRaw(s.state, 'slots')))) AS open_count,
  JSONExtractKeys(s.state, 'slots') AS slots, rules
FROM signal_state AS s FINAL;

CREATE OR REPLACE VIEW analyst.dictionary
(
  view String COMMENT 'View of this database.',
  about String COMMENT 'What one row of it is.',
  position UInt64 COMMENT 'Place of the column in the view; without a unit.',
  column String COMMENT 'Column.',
  type String COMMENT 'Type of its values.',
  meaning String COMMENT 'What it holds, and in which unit.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'What every view for analysts and every column of it holds.'
AS SELECT c.table AS view, t.comment AS about, c.position AS position, c.name AS column, c.type AS type, c.comment AS meaning
FROM (SELECT * FROM system.columns WHERE database = 'analyst') AS c
INNER JOIN (SELECT name, comment FROM system.tables WHERE database = 'analyst') AS t ON t.name = c.table;

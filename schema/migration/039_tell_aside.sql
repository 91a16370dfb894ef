-- Minutes of detection say which rules do not apply to a token, too.
ALTER TABLE signal_minute
  MODIFY COLUMN coverage COMMENT 'JSON: token to rules evaluated, rules that could not be, the reason of the first of those, their names by reason, and those that do not apply.';

-- Minutes of detection say which rules do not apply to a token, too; what past results are made of says all its numbers.
ALTER TABLE signal_minute
  MODIFY COLUMN coverage COMMENT 'JSON: token to rules evaluated, rules that could not be, the reason of the first of those, their names by reason, and those that do not apply.';

ALTER TABLE odds
  MODIFY COLUMN odds COMMENT 'JSON: class of calls to horizon to n calls, how many were right, the market\'s base rate, the independent, windows, even ones, and effective calls.';

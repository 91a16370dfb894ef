ALTER TABLE signal_minute COMMENT COLUMN coverage 'JSON: token to rules evaluated, rules that could not be, the reason of the first of those, and their names by reason.'

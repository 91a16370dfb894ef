-- A build says where its links lead. What the tokens of contracts did on their chains lies beside what those chains did.
ALTER TABLE build
  ADD COLUMN IF NOT EXISTS origin LowCardinality(String) COMMENT 'The public address that its links lead to; empty where a build of before made none that were whole.';

ALTER TABLE chain_activity
  MODIFY COLUMN token COMMENT 'Token id of the chain\'s coin, or of the contract\'s token.',
  MODIFY COLUMN at COMMENT 'End of the 24 hours that were counted: the newest block, the last whole hour, or the end of a UTC day. UTC.',
  MODIFY COLUMN transactions_count COMMENT 'Transactions of those 24 hours: of a chain\'s coin all in its blocks, of a contract\'s token those that moved it; null where not read.',
  MODIFY COLUMN active_addresses_count COMMENT 'Different addresses in them, of a contract\'s token those that sent or received it; null where not read.',
  MODIFY COMMENT 'Transactions and active addresses of a chain, or of a contract\'s token on it, in 24 hours, as its blocks, its logs or a provider count them.';

ALTER TABLE payment
  ADD COLUMN IF NOT EXISTS request String COMMENT 'SHA-256 of what was asked for: method, target, body and price, hex; empty in rows of earlier versions.',
  ADD COLUMN IF NOT EXISTS caller String COMMENT 'sha256: and the SHA-256 of the transaction and who called, hex; empty in rows of earlier versions.',
  ADD COLUMN IF NOT EXISTS payment_id String COMMENT 'sha256: and the SHA-256 of the transaction and the payment id, hex; empty where there was none.';

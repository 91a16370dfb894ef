ALTER TABLE issued_object ADD COLUMN IF NOT EXISTS run_id String COMMENT 'Of a brief the investigation it came from, which proves as the brief does; empty for others.' CODEC(ZSTD(1))

CREATE OR REPLACE VIEW analyst.exchange_reserve
(
  token LowCardinality(String) COMMENT 'Token id.',
  exchange LowCardinality(String) COMMENT 'Exchange id.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.',
  reserve_native Float64 COMMENT 'Held. Native coins.',
  reserve_usd Nullable(Float64) COMMENT 'Held, at the provider\'s price; null where it gives none. USD.',
  change_native Nullable(Float64) COMMENT 'Against the reading before; null for the first. Native coins.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Coins in the wallets an exchange is known by, reading by reading; not a proof of liabilities.'
AS SELECT token, exchange, at, reserve_native, reserve_usd,
  reserve_native - lagInFrame(toNullable(reserve_native)) OVER (PARTITION BY token, exchange ORDER BY at) AS change_native, provider
FROM exchange_reserve FINAL;

CREATE OR REPLACE VIEW analyst.contract_risk_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  address String COMMENT 'Contract address.',
  at DateTime64(3, 'UTC') COMMENT 'When it was scanned. UTC.',
  is_partial UInt8 COMMENT 'The scanner said that its answer is not complete. 0 or 1.',
  open_source Nullable(UInt8) COMMENT 'Source is published. 0 or 1; null where the provider does not say.',
  proxy Nullable(UInt8) COMMENT 'Is a proxy. 0 or 1; null where the provider does not say.',
  honeypot Nullable(UInt8) COMMENT 'Cannot be sold. 0 or 1; null where the provider does not say.',
  cannot_sell_all Nullable(UInt8) COMMENT 'Cannot be sold whole. 0 or 1; null where the provider does not say.',
  mintable Nullable(UInt8) COMMENT 'Can be minted. 0 or 1; null where the provider does not say.',
  owner_change_balance Nullable(UInt8) COMMENT 'Owner can change balances. 0 or 1; null where the provider does not say.',
  hidden_owner Nullable(UInt8) COMMENT 'Has a hidden owner. 0 or 1; null where the provider does not say.',
  selfdestruct Nullable(UInt8) COMMENT 'Can destroy itself. 0 or 1; null where the provider does not say.',
  transfer_pausable Nullable(UInt8) COMMENT 'Transfers can be paused. 0 or 1; null where the provider does not say.',
  blacklist_function Nullable(UInt8) COMMENT 'Can freeze or blacklist accounts. 0 or 1; null where the provider does not say.',
  tax_modifiable Nullable(UInt8) COMMENT 'Taxes can be changed. 0 or 1; null where the provider does not say.',
  buy_tax_pct Nullable(Float64) COMMENT 'Tax on buying; null where not known. Percentage points.',
  sell_tax_pct Nullable(Float64) COMMENT 'Tax on selling; null where not known. Percentage points.',
  owner_pct Nullable(Float64) COMMENT 'Share of the supply held by the owner. Percentage points.',
  creator_pct Nullable(Float64) COMMENT 'Share of the supply held by the creator. Percentage points.',
  lp_locked_pct Nullable(Float64) COMMENT 'Share of the liquidity that is locked. Percentage points.',
  holders_count Nullable(UInt64) COMMENT 'Holders.',
  age_s Int64 COMMENT 'Age of the scan when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The newest scan of each tracked contract by each scanner.'
AS SELECT token, chain, address, at, partial AS is_partial, open_source, proxy, honeypot, cannot_sell_all, mintable, owner_change_balance, hidden_owner, selfdestruct, transfer_pausable, blacklist_function, tax_modifiable,
  buy_tax_pct, sell_tax_pct, owner_pct, creator_pct, lp_locked_pct, holders_count, dateDiff('second', at, now64(3)) AS age_s, provider
FROM contract_scan
ORDER BY token, chain, address, provider, at DESC, retrieved_at DESC
LIMIT 1 BY token, chain, address, provider;

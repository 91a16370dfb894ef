CREATE TABLE IF NOT EXISTS contract_scan
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  address String COMMENT 'Contract address as tracked.',
  at DateTime64(3, 'UTC') COMMENT 'When it was scanned. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  partial UInt8 COMMENT '1: the provider said that its answer is not complete. Unit: 0 or 1.',
  open_source Nullable(UInt8) COMMENT 'Source is published. Null: the provider does not say. Unit: 0 or 1.',
  proxy Nullable(UInt8) COMMENT 'Is a proxy. Null: the provider does not say. Unit: 0 or 1.',
  honeypot Nullable(UInt8) COMMENT 'Cannot be sold. Null: the provider does not say. Unit: 0 or 1.',
  cannot_buy Nullable(UInt8) COMMENT 'Cannot be bought. Null: the provider does not say. Unit: 0 or 1.',
  cannot_sell_all Nullable(UInt8) COMMENT 'Cannot be sold whole. Null: the provider does not say. Unit: 0 or 1.',
  mintable Nullable(UInt8) COMMENT 'Can be minted. Null: the provider does not say. Unit: 0 or 1.',
  owner_change_balance Nullable(UInt8) COMMENT 'Owner can change balances. Null: the provider does not say. Unit: 0 or 1.',
  hidden_owner Nullable(UInt8) COMMENT 'Has a hidden owner. Null: the provider does not say. Unit: 0 or 1.',
  can_take_back_ownership Nullable(UInt8) COMMENT 'Ownership can be taken back. Null: the provider does not say. Unit: 0 or 1.',
  selfdestruct Nullable(UInt8) COMMENT 'Can destroy itself. Null: the provider does not say. Unit: 0 or 1.',
  transfer_pausable Nullable(UInt8) COMMENT 'Transfers can be paused. Null: the provider does not say. Unit: 0 or 1.',
  blacklist_function Nullable(UInt8) COMMENT 'The contract has a blacklist function (or can freeze accounts). Null: the provider does not say. Unit: 0 or 1.',
  whitelist_function Nullable(UInt8) COMMENT 'The contract has a whitelist function. Null: the provider does not say. Unit: 0 or 1.',
  trading_cooldown Nullable(UInt8) COMMENT 'Has a trading cooldown. Null: the provider does not say. Unit: 0 or 1.',
  tax_modifiable Nullable(UInt8) COMMENT 'Taxes can be changed. Null: the provider does not say. Unit: 0 or 1.',
  per_address_tax Nullable(UInt8) COMMENT 'Taxes can differ by address. Null: the provider does not say. Unit: 0 or 1.',
  anti_whale Nullable(UInt8) COMMENT 'Limits large orders. Null: the provider does not say. Unit: 0 or 1.',
  external_call Nullable(UInt8) COMMENT 'Calls other contracts while transferring. Null: the provider does not say. Unit: 0 or 1.',
  airdrop_scam Nullable(UInt8) COMMENT 'Is an airdrop scam. Null: the provider does not say. Unit: 0 or 1.',
  fake_token Nullable(UInt8) COMMENT 'Imitates another token. Null: the provider does not say. Unit: 0 or 1.',
  trust_listed Nullable(UInt8) COMMENT 'On the provider\'s list of known tokens; never 0. Null: the provider does not say. Unit: 0 or 1.',
  buy_tax_pct Nullable(Float64) COMMENT 'Tax on buying; null: not known. Percentage points.',
  sell_tax_pct Nullable(Float64) COMMENT 'Tax on selling; null: not known. Percentage points.',
  tax_unit_unknown UInt8 COMMENT '1: the provider names a tax in a unit it does not state. Unit: 0 or 1.',
  owner_address Nullable(String) COMMENT 'Address of the owner; empty: there is none; null: not known.',
  owner_pct Nullable(Float64) COMMENT 'Share of the supply held by the owner. Percentage points.',
  creator_pct Nullable(Float64) COMMENT 'Share of the supply held by the creator. Percentage points.',
  holders_count Nullable(UInt64) COMMENT 'Holders.',
  lp_locked_pct Nullable(Float64) COMMENT 'Share of the liquidity that is locked. Percentage points.',
  other_risks Nullable(String) COMMENT 'Other risks in the provider\'s words, sanitised; null: none named. Untrusted text.',
  raw_sha256 String COMMENT 'SHA-256 of the answer it was read from, hex.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it; the later reading of a key wins. UTC.' CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(retrieved_at)
PARTITION BY toYYYYMM(at)
ORDER BY (token, chain, address, provider, at)
SETTINGS non_replicated_deduplication_window = 1000
COMMENT 'Contract risk as third-party scanners report it.';

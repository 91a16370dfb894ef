-- Readings become versions: when each was stored, and when another took its place. Both columns are new in one statement with
-- the order, so that no table is written anew; what is stored by now counts as known ever since.
ALTER TABLE candle
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, interval_s, market, venue, open_at, replaced_at);

ALTER TABLE ticker
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, market, venue, at, replaced_at);

ALTER TABLE order_book
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, market, venue, at, replaced_at);

ALTER TABLE open_interest
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, venue, at, replaced_at);

ALTER TABLE taker_volume
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, venue, at, replaced_at);

ALTER TABLE funding
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, kind, venue, at, replaced_at);

ALTER TABLE liquidation
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, venue, at, id, replaced_at);

ALTER TABLE liquidation_window
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, venue, at, window_s, replaced_at);

ALTER TABLE liquidation_watch
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, venue, from_at, replaced_at);

ALTER TABLE long_short
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, kind, venue, at, replaced_at);

ALTER TABLE exchange_flow
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, exchange, at, replaced_at);

ALTER TABLE large_transfer
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, at, tx_hash, log_index, replaced_at);

ALTER TABLE chain_scan
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (chain, at, replaced_at);

ALTER TABLE swap_quote
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, venue, side, size_usd, at, replaced_at);

ALTER TABLE option_interest
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, venue, at, replaced_at);

ALTER TABLE implied_volatility
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, venue, at, replaced_at);

ALTER TABLE token_tvl
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, chain, replaced_at);

ALTER TABLE chain_tvl
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (chain, at, replaced_at);

ALTER TABLE exchange_reserve
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, exchange, replaced_at);

ALTER TABLE chain_reserve
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, exchange, at, replaced_at);

ALTER TABLE chain_activity
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, provider, at, replaced_at);

ALTER TABLE chain_supply
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, at, replaced_at);

ALTER TABLE stablecoin_supply
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, replaced_at);

ALTER TABLE unlock
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, read_at, at, kind, replaced_at);

ALTER TABLE coin_market
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, replaced_at);

ALTER TABLE coin_opinion
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, replaced_at);

ALTER TABLE coin
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, replaced_at);

ALTER TABLE coin_rank
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, replaced_at);

ALTER TABLE coin_profile
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, at, replaced_at);

ALTER TABLE dex_pool
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, dex, pool, at, replaced_at);

ALTER TABLE dex_volume
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (dex, at, replaced_at);

ALTER TABLE perp_opinion
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, venue, symbol, at, replaced_at);

ALTER TABLE global_market
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (provider, at, replaced_at);

ALTER TABLE contract_scan
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, address, provider, at, replaced_at);

ALTER TABLE contract_holder
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, chain, address, provider, at, replaced_at);

ALTER TABLE headline
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (token, url, replaced_at);

ALTER TABLE fear_greed
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (provider, at, replaced_at);

ALTER TABLE fund_flow
  ADD COLUMN IF NOT EXISTS stored_at DateTime64(3, 'UTC') COMMENT 'When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS replaced_at DateTime64(3, 'UTC') COMMENT 'When another reading of its key took its place; 1970 where none did. UTC.' CODEC(DoubleDelta, ZSTD(1)),
  MODIFY ORDER BY (provider, token, at, replaced_at);

ALTER TABLE build
  ADD COLUMN IF NOT EXISTS older Map(LowCardinality(String), String) COMMENT 'Queries that an answer of before stood for, each with the instants that one was asked with in epoch milliseconds: as of, and known where that is another.' CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS states_sha256 String COMMENT 'SHA-256 of the frames of its states one after the other, in the order of token ids, hex.',
  MODIFY COLUMN known COMMENT 'No reading that was stored later was read, and each that was stored by then could be. UTC.';

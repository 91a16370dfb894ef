CREATE OR REPLACE VIEW analyst.venue_candle
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  market LowCardinality(String) COMMENT 'spot or perp.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  interval_s UInt32 COMMENT 'Length of the candle. Seconds.',
  open_at DateTime64(3, 'UTC') COMMENT 'Start of the candle. UTC.',
  close_at DateTime64(3, 'UTC') COMMENT 'End of the candle, the instant its close holds at. UTC.',
  open Float64 COMMENT 'First price. USD.',
  high Float64 COMMENT 'Highest price. USD.',
  low Float64 COMMENT 'Lowest price. USD.',
  close Float64 COMMENT 'Last price. USD.',
  volume_native Float64 COMMENT 'Traded amount. Native coins.',
  volume_usd Float64 COMMENT 'Traded value. USD.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it. UTC.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Closed candles of each venue and market, each once: the latest reading of it.'
AS SELECT
  token, venue, market, symbol, interval_s, open_at, addSeconds(open_at, interval_s) AS close_at,
  open, high, low, close, volume_native, volume_usd, provider, retrieved_at
FROM candle FINAL;

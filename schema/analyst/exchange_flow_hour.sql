CREATE OR REPLACE VIEW analyst.exchange_flow_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  exchange LowCardinality(String) COMMENT 'Exchange of the labelled wallets.',
  hour DateTime('UTC') COMMENT 'Start of the hour in which the windows began. UTC.',
  inflow_native Float64 COMMENT 'To the exchange. Native coins.',
  outflow_native Float64 COMMENT 'From the exchange. Native coins.',
  netflow_native Float64 COMMENT 'Inflow - outflow: positive towards the exchange. Native coins.',
  inflow_usd Nullable(Float64) COMMENT 'To the exchange at the prices of the windows; null where one has no price. USD.',
  outflow_usd Nullable(Float64) COMMENT 'From the exchange; null where a window has no price. USD.',
  netflow_usd Nullable(Float64) COMMENT 'inflow_usd - outflow_usd. USD.',
  transfer_count UInt32 COMMENT 'Transfers counted, internal ones excluded.',
  covered_s UInt32 COMMENT 'Windows that were scanned: 3600 is a whole hour. Seconds.',
  label_set LowCardinality(String) COMMENT 'Newest version of the labels used: flows to unlabelled wallets are not seen.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Flows to and from labelled exchange wallets by hour; zeros were measured.'
AS SELECT
  token, chain, exchange, toStartOfHour(at) AS hour, sum(f.inflow_native) AS inflow_native, sum(f.outflow_native) AS outflow_native,
  inflow_native - outflow_native AS netflow_native, if(countIf(f.inflow_usd IS NULL) = 0, sum(f.inflow_usd), NULL) AS inflow_usd,
  if(countIf(f.outflow_usd IS NULL) = 0, sum(f.outflow_usd), NULL) AS outflow_usd, inflow_usd - outflow_usd AS netflow_usd,
  toUInt32(sum(f.transfers)) AS transfer_count, toUInt32(sum(f.window_s)) AS covered_s, max(f.label_set) AS label_set,
  max(startsWith(f.provider, 'sandbox:')) AS is_simulated
FROM exchange_flow AS f FINAL WHERE f.replaced_at = 0
GROUP BY token, chain, exchange, hour;

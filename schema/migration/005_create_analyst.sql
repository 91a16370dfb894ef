CREATE DATABASE IF NOT EXISTS analyst ENGINE = Atomic;

CREATE OR REPLACE VIEW analyst.book_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  market LowCardinality(String) COMMENT 'spot or perp.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  spread_bps Float64 COMMENT 'Mean spread. Basis points.',
  spread_widest_bps Float64 COMMENT 'Widest spread. Basis points.',
  bid_0_5_usd Float64 COMMENT 'Mean value of bids within 0.5 % of mid. USD.',
  ask_0_5_usd Float64 COMMENT 'Mean value of asks within 0.5 % of mid. USD.',
  bid_1_usd Float64 COMMENT 'Mean value of bids within 1 % of mid. USD.',
  ask_1_usd Float64 COMMENT 'Mean value of asks within 1 % of mid. USD.',
  bid_2_usd Float64 COMMENT 'Mean value of bids within 2 % of mid. USD.',
  ask_2_usd Float64 COMMENT 'Mean value of asks within 2 % of mid. USD.',
  imbalance_1_pct Nullable(Float64) COMMENT 'Bids minus asks within 1 % of mid, of their sum; null where there are neither. Percent.',
  truncated_pct Float64 COMMENT 'Readings whose book ended inside the 2 % band: their sums are lower bounds. Percent.',
  reading_count UInt32 COMMENT 'Readings in the hour.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
COMMENT 'Spread and depth of each venue\'s order book by hour.'
AS SELECT
  token, venue, market, toStartOfHour(at) AS hour, avg(b.spread_bps) AS spread_bps, max(b.spread_bps) AS spread_widest_bps,
  avg(b.bid_0_5_usd) AS bid_0_5_usd, avg(b.ask_0_5_usd) AS ask_0_5_usd, avg(b.bid_1_usd) AS bid_1_usd, avg(b.ask_1_usd) AS ask_1_usd,
  avg(b.bid_2_usd) AS bid_2_usd, avg(b.ask_2_usd) AS ask_2_usd,
  sum(b.bid_1_usd - b.ask_1_usd) / nullIf(sum(b.bid_1_usd + b.ask_1_usd), 0) * 100 AS imbalance_1_pct,
  avg(b.truncated) * 100 AS truncated_pct, toUInt32(count()) AS reading_count, max(startsWith(b.provider, 'sandbox:')) AS is_simulated
FROM order_book AS b FINAL
GROUP BY token, venue, market, hour;

CREATE OR REPLACE VIEW analyst.chain_scan_day
(
  chain LowCardinality(String) COMMENT 'Chain id.',
  day Date COMMENT 'Day. UTC.',
  covered_s UInt32 COMMENT 'Time between the first and the last block of each range read on the day, summed. Seconds.',
  covered_pct Float64 COMMENT 'The same of 24 hours, at most 100. Percent.',
  block_count UInt64 COMMENT 'Blocks read whole.',
  label_set LowCardinality(String) COMMENT 'Newest version of the labels.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
COMMENT 'How much of each chain was read: only there is an absent flow or transfer a measured zero.'
AS SELECT
  chain, toDate(at) AS day, toUInt32(sum(dateDiff('second', s.at, s.to_at))) AS covered_s, least(100, covered_s / 864) AS covered_pct,
  toUInt64(sum(s.to_block - s.from_block + 1)) AS block_count, max(s.label_set) AS label_set, max(startsWith(s.provider, 'sandbox:')) AS is_simulated
FROM chain_scan AS s FINAL
GROUP BY chain, day;

CREATE OR REPLACE VIEW analyst.coin_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time of the newest reading. UTC.',
  price_usd Float64 COMMENT 'The provider\'s own price; token_hour and price_minute hold ours. USD.',
  market_cap_usd Nullable(Float64) COMMENT 'Market cap. USD.',
  fdv_usd Nullable(Float64) COMMENT 'Fully diluted valuation; null where it does not apply. USD.',
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply. Native coins.',
  total_native Nullable(Float64) COMMENT 'Total supply. Native coins.',
  max_native Nullable(Float64) COMMENT 'Maximum supply; null where there is none. Native coins.',
  ath_usd Nullable(Float64) COMMENT 'All-time high. USD.',
  ath_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Time of the all-time high. UTC.',
  volume_24h_usd Nullable(Float64) COMMENT '24-hour volume over all venues the provider covers. USD.',
  age_s Int64 COMMENT 'Age of the reading when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Newest rank, supply and all-time high of every token.'
AS SELECT
  token, at, price_usd, market_cap_usd, fdv_usd, rank, circulating_native, total_native, max_native, ath_usd, ath_at, volume_24h_usd,
  dateDiff('second', at, now64(3)) AS age_s, provider
FROM coin_market
ORDER BY token, at DESC, retrieved_at DESC
LIMIT 1 BY token;

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
COMMENT 'Flows to and from labelled exchange wallets by hour; zeros were measured.'
AS SELECT
  token, chain, exchange, toStartOfHour(at) AS hour, sum(f.inflow_native) AS inflow_native, sum(f.outflow_native) AS outflow_native,
  inflow_native - outflow_native AS netflow_native, if(countIf(f.inflow_usd IS NULL) = 0, sum(f.inflow_usd), NULL) AS inflow_usd,
  if(countIf(f.outflow_usd IS NULL) = 0, sum(f.outflow_usd), NULL) AS outflow_usd, inflow_usd - outflow_usd AS netflow_usd,
  toUInt32(sum(f.transfers)) AS transfer_count, toUInt32(sum(f.window_s)) AS covered_s, max(f.label_set) AS label_set,
  max(startsWith(f.provider, 'sandbox:')) AS is_simulated
FROM exchange_flow AS f FINAL
GROUP BY token, chain, exchange, hour;

CREATE OR REPLACE VIEW analyst.freshness_hour
(
  dataset LowCardinality(String) COMMENT 'Dataset.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  attainment_pct Nullable(Float64) COMMENT 'Tokens within the objective, of those expected, over all samples; null where none was expected. Percent.',
  worst_pct Nullable(Float64) COMMENT 'The same in the worst minute. Percent.',
  age_p50_s Nullable(Float64) COMMENT 'Mean over the hour of the median age; null where nothing is stored. Seconds.',
  age_p95_s Nullable(Float64) COMMENT 'Highest 95th percentile of the age; null where nothing is stored. Seconds.',
  sample_count UInt32 COMMENT 'Samples, one a minute.'
)
COMMENT 'How fresh each dataset was, by hour: what the status page measured.'
AS SELECT
  dataset, toStartOfHour(at) AS hour, sum(tokens_fresh) / nullIf(sum(tokens_expected), 0) * 100 AS attainment_pct,
  min(tokens_fresh / nullIf(tokens_expected, 0)) * 100 AS worst_pct, avg(s.age_p50_s) AS age_p50_s, max(s.age_p95_s) AS age_p95_s,
  toUInt32(count()) AS sample_count
FROM freshness_sample AS s
GROUP BY dataset, hour;

CREATE OR REPLACE VIEW analyst.funding_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the reading. UTC.',
  interval_hours Nullable(Float64) COMMENT 'Hours between settlements; null where the venue does not say. Hours.',
  rate_pct Float64 COMMENT 'Rate for one interval; positive: longs pay shorts. Percent.',
  rate_8h_pct Nullable(Float64) COMMENT 'The rate for 8 hours; null without an interval. Percent.',
  apr_pct Nullable(Float64) COMMENT 'The rate for 365 days without compounding; null without an interval. Percent.',
  median_8h_pct Nullable(Float64) COMMENT 'Median of rate_8h_pct over the venues of the token. Percent.',
  off_median_8h_pct Nullable(Float64) COMMENT 'rate_8h_pct - median_8h_pct: what this venue pays more than the others. Percentage points.',
  next_funding_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Next settlement; null where unknown. UTC.',
  basis_bps Nullable(Float64) COMMENT 'Mark over index - 1; null where either is missing. Basis points.',
  age_s Int64 COMMENT 'Age of the reading when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'The newest current funding rate of every token and venue, from the last two days, beside the median of the venues.'
AS SELECT
  token, venue, symbol, at, interval_hours, rate * 100 AS rate_pct, rate * 8 / nullIf(interval_hours, 0) * 100 AS rate_8h_pct,
  rate * 8760 / nullIf(interval_hours, 0) * 100 AS apr_pct,
  quantileExactInclusiveOrNull(0.5)(rate_8h_pct) OVER (PARTITION BY token) AS median_8h_pct,
  rate_8h_pct - median_8h_pct AS off_median_8h_pct, next_funding_at, (mark_price / nullIf(index_price, 0) - 1) * 10000 AS basis_bps,
  dateDiff('second', at, now64(3)) AS age_s, provider
FROM
(
  SELECT *
  FROM funding
  WHERE kind = 'current' AND at > now64(3) - INTERVAL 2 DAY
  ORDER BY token, venue, at DESC, retrieved_at DESC
  LIMIT 1 BY token, venue
);

CREATE OR REPLACE VIEW analyst.funding_rate
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  kind LowCardinality(String) COMMENT 'current: the rate of the running interval as read; settled: the rate that was paid.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the reading, or of the settlement. UTC.',
  interval_hours Nullable(Float64) COMMENT 'Hours between settlements; null where the venue does not say. Hours.',
  rate_pct Float64 COMMENT 'Rate for one interval; positive: longs pay shorts. Percent.',
  rate_8h_pct Nullable(Float64) COMMENT 'The rate for 8 hours: comparable between venues; null without an interval. Percent.',
  apr_pct Nullable(Float64) COMMENT 'The rate for 365 days without compounding; null without an interval. Percent.',
  next_funding_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Next settlement; null where unknown. UTC.',
  mark_price_usd Nullable(Float64) COMMENT 'Mark price; null where not given. USD.',
  index_price_usd Nullable(Float64) COMMENT 'Index price; null where not given. USD.',
  basis_bps Nullable(Float64) COMMENT 'Mark over index - 1; null where either is missing. Basis points.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  retrieved_at DateTime64(3, 'UTC') COMMENT 'When we received it. UTC.'
)
COMMENT 'Every funding rate read or settled, per interval, per 8 hours and per year.'
AS SELECT
  token, venue, symbol, kind, at, interval_hours, rate * 100 AS rate_pct, rate * 8 / nullIf(interval_hours, 0) * 100 AS rate_8h_pct,
  rate * 8760 / nullIf(interval_hours, 0) * 100 AS apr_pct, next_funding_at, mark_price AS mark_price_usd, index_price AS index_price_usd,
  (mark_price / nullIf(index_price, 0) - 1) * 10000 AS basis_bps, provider, retrieved_at
FROM funding FINAL;

CREATE OR REPLACE VIEW analyst.large_transfer
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the block. UTC.',
  tx_hash String COMMENT 'Transaction.',
  log_index UInt32 COMMENT 'Position within the transaction.',
  block UInt64 COMMENT 'Height of the block.',
  amount_native Float64 COMMENT 'Amount. Native coins.',
  value_usd Float64 COMMENT 'At the price of the block. USD.',
  direction LowCardinality(String) COMMENT 'to_exchange, from_exchange, between_exchanges, inside_exchange, or unlabelled where neither end is known.',
  from_address String COMMENT 'Sender.',
  to_address String COMMENT 'Receiver.',
  from_label Nullable(String) COMMENT 'Exchange of the sender; null where unlabelled.',
  to_label Nullable(String) COMMENT 'Exchange of the receiver; null where unlabelled.',
  label_set LowCardinality(String) COMMENT 'Version of the labels.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Single transfers above the threshold on scanned chains, with what is known of both ends.'
AS SELECT
  token, chain, at, tx_hash, log_index, block, amount_native, value_usd,
  multiIf(from_label = to_label, 'inside_exchange', from_label IS NOT NULL AND to_label IS NOT NULL, 'between_exchanges',
    to_label IS NOT NULL, 'to_exchange', from_label IS NOT NULL, 'from_exchange', 'unlabelled') AS direction,
  from_address, to_address, from_label, to_label, label_set, provider
FROM large_transfer FINAL;

CREATE OR REPLACE VIEW analyst.liquidation
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.',
  id String COMMENT 'The venue\'s id of the closure, or a digest of its members.',
  side LowCardinality(String) COMMENT 'long where a long was closed, short where a short was.',
  price_usd Float64 COMMENT 'Bankruptcy or fill price. USD.',
  amount_native Float64 COMMENT 'Size. Native coins.',
  value_usd Float64 COMMENT 'Size at that price. USD.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Single forced closures. Venues report some of theirs, not all: every sum is a lower bound.'
AS SELECT token, venue, symbol, at, id, side, price AS price_usd, amount_native, value_usd, provider FROM liquidation FINAL;

CREATE OR REPLACE VIEW analyst.liquidation_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  long_usd Float64 COMMENT 'Longs closed by force. USD.',
  short_usd Float64 COMMENT 'Shorts closed by force. USD.',
  total_usd Float64 COMMENT 'Both. USD.',
  long_pct Nullable(Float64) COMMENT 'Share of longs. Percent.',
  largest_usd Float64 COMMENT 'Largest single closure. USD.',
  closure_count UInt32 COMMENT 'Closures.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
COMMENT 'Forced closures by venue and hour: a lower bound. An hour without a row had none reported.'
AS SELECT
  token, venue, toStartOfHour(at) AS hour, sumIf(value_usd, side = 'long') AS long_usd, sumIf(value_usd, side = 'short') AS short_usd,
  sum(value_usd) AS total_usd, long_usd / nullIf(total_usd, 0) * 100 AS long_pct, max(value_usd) AS largest_usd,
  toUInt32(count()) AS closure_count, max(startsWith(provider, 'sandbox:')) AS is_simulated
FROM liquidation FINAL
GROUP BY token, venue, hour;

CREATE OR REPLACE VIEW analyst.long_short
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  kind LowCardinality(String) COMMENT 'global_account: all accounts; top_account, top_position: the largest accounts, by head or by size.',
  at DateTime64(3, 'UTC') COMMENT 'The venue\'s time. UTC.',
  ratio Float64 COMMENT 'Long over short.',
  long_pct Float64 COMMENT 'Long share. Percent.',
  short_pct Float64 COMMENT 'Short share. Percent.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Long/short ratios as venues report them. Kinds do not compare with each other.'
AS SELECT token, venue, symbol, kind, at, ratio, long_pct, short_pct, provider FROM long_short FINAL;

CREATE OR REPLACE VIEW analyst.open_interest_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  open_interest_native Float64 COMMENT 'Last reading of the hour, one side. Native coins.',
  open_interest_usd Float64 COMMENT 'Last reading of the hour, one side at mark price. USD.',
  lowest_usd Float64 COMMENT 'Lowest reading of the hour. USD.',
  highest_usd Float64 COMMENT 'Highest reading of the hour. USD.',
  reading_count UInt32 COMMENT 'Readings in the hour.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
COMMENT 'Open interest of perpetuals by venue and hour.'
AS SELECT
  token, venue, toStartOfHour(at) AS hour, argMax(o.open_interest_native, o.at) AS open_interest_native,
  argMax(o.open_interest_usd, o.at) AS open_interest_usd, min(o.open_interest_usd) AS lowest_usd, max(o.open_interest_usd) AS highest_usd,
  toUInt32(count()) AS reading_count, max(startsWith(o.provider, 'sandbox:')) AS is_simulated
FROM open_interest AS o FINAL
GROUP BY token, venue, hour;

CREATE OR REPLACE VIEW analyst.price_minute
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'When the minute closed. UTC.',
  price_usd Float64 COMMENT 'Median over venues of the spot closes of the minute. USD.',
  lowest_usd Float64 COMMENT 'Lowest close of a venue. USD.',
  highest_usd Float64 COMMENT 'Highest close of a venue. USD.',
  apart_bps Float64 COMMENT 'How far the venues are apart: (highest_usd - lowest_usd) / price_usd. Basis points.',
  venue_count UInt32 COMMENT 'Venues with a candle of the minute.',
  volume_usd Float64 COMMENT 'Spot value traded in the minute, summed over venues. USD.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
COMMENT 'Spot price of a token minute by minute, over all venues.'
AS SELECT
  token,
  open_at + INTERVAL 1 MINUTE AS at,
  quantileExactInclusive(0.5)(close) AS price_usd,
  min(close) AS lowest_usd,
  max(close) AS highest_usd,
  (highest_usd - lowest_usd) / price_usd * 10000 AS apart_bps,
  toUInt32(uniqExact(venue)) AS venue_count,
  sum(c.volume_usd) AS volume_usd,
  max(startsWith(provider, 'sandbox:')) AS is_simulated
FROM candle AS c FINAL
WHERE market = 'spot' AND interval_s = 60
GROUP BY token, at;

CREATE OR REPLACE VIEW analyst.reject_day
(
  dataset LowCardinality(String) COMMENT 'Dataset.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  source LowCardinality(String) COMMENT 'Source of the registry.',
  reason LowCardinality(String) COMMENT 'Rule that refused the rows.',
  day Date COMMENT 'Day. UTC.',
  row_count UInt64 COMMENT 'Rows refused.',
  token_count UInt32 COMMENT 'Tokens concerned.',
  last_at DateTime64(3, 'UTC') COMMENT 'The last refusal. UTC.',
  example String COMMENT 'The row that was refused last, as JSON.'
)
COMMENT 'Rows that were refused, by rule and day.'
AS SELECT
  dataset, provider, source, reason, toDate(at) AS day, count() AS row_count, toUInt32(uniqExact(token)) AS token_count,
  max(at) AS last_at, argMax(row, at) AS example
FROM reject
GROUP BY dataset, provider, source, reason, day;

CREATE OR REPLACE VIEW analyst.source_call_hour
(
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  source LowCardinality(String) COMMENT 'Source of the registry.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  call_count UInt32 COMMENT 'Calls.',
  ok_count UInt32 COMMENT 'Calls that were answered well.',
  ok_pct Float64 COMMENT 'The same of all calls. Percent.',
  timeout_count UInt32 COMMENT 'Calls without an answer in time.',
  rate_limited_count UInt32 COMMENT 'Calls the provider turned away.',
  latency_p50_ms Float64 COMMENT 'Median time to the whole body. Milliseconds.',
  latency_p95_ms Float64 COMMENT '95th percentile of it. Milliseconds.',
  body_bytes UInt64 COMMENT 'Bodies read. Bytes.',
  row_count UInt64 COMMENT 'Rows taken from them.'
)
COMMENT 'Calls to providers by source and hour. Single calls with the digest of each body are in the table source_call.'
AS SELECT
  provider, source, toStartOfHour(requested_at) AS hour, toUInt32(count()) AS call_count, toUInt32(countIf(outcome = 'ok')) AS ok_count,
  ok_count / call_count * 100 AS ok_pct, toUInt32(countIf(outcome = 'timeout')) AS timeout_count,
  toUInt32(countIf(outcome = 'rate_limited')) AS rate_limited_count, quantileExactInclusive(0.5)(latency_ms) AS latency_p50_ms,
  quantileExactInclusive(0.95)(latency_ms) AS latency_p95_ms, toUInt64(sum(bytes)) AS body_bytes, toUInt64(sum(rows)) AS row_count
FROM source_call
GROUP BY provider, source, hour;

CREATE OR REPLACE VIEW analyst.taker_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  buy_pct Nullable(Float64) COMMENT 'Taker buys of all taker volume; null where there was none. Percent.',
  buy_sell_ratio Nullable(Float64) COMMENT 'Taker buys over taker sells, the same unit on both sides; null where none was sold.',
  covered_s UInt32 COMMENT 'Windows read in the hour. Seconds.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
COMMENT 'Who crossed the spread on perpetuals, by venue and hour. Amounts are left out: venues state them in different units.'
AS SELECT
  token, venue, toStartOfHour(at) AS hour, sum(buy) / nullIf(sum(buy + sell), 0) * 100 AS buy_pct,
  sum(buy) / nullIf(sum(sell), 0) AS buy_sell_ratio, toUInt32(sum(window_s)) AS covered_s, max(startsWith(provider, 'sandbox:')) AS is_simulated
FROM taker_volume FINAL
GROUP BY token, venue, hour;

CREATE OR REPLACE VIEW analyst.token_hour
(
  token LowCardinality(String) COMMENT 'Token id.',
  hour DateTime('UTC') COMMENT 'Start of the hour; values hold at its end unless they say otherwise. UTC.',
  price_usd Nullable(Float64) COMMENT 'Median over venues of the spot closes at the end of the hour; null while it runs. USD.',
  price_before_usd Nullable(Float64) COMMENT 'The same an hour before. USD.',
  return_1h_pct Nullable(Float64) COMMENT 'price_usd / price_before_usd - 1; null where either is missing. Percent.',
  venue_count Nullable(UInt32) COMMENT 'Venues with a spot candle of the hour.',
  spot_volume_usd Nullable(Float64) COMMENT 'Spot value traded in the hour, summed over venues. USD.',
  perp_volume_usd Nullable(Float64) COMMENT 'Value of perpetuals traded in the hour, summed over venues. USD.',
  spread_bps Nullable(Float64) COMMENT 'Median over venues of the mean spot spread of the hour. Basis points.',
  depth_1_usd Nullable(Float64) COMMENT 'Bids and asks within 1 % of mid, mean of the hour by venue, summed over venues. USD.',
  open_interest_usd Nullable(Float64) COMMENT 'Last reading of each venue in the hour, summed: one side. USD.',
  open_interest_venue_count Nullable(UInt32) COMMENT 'Venues in open_interest_usd; compare hours only where it is the same.',
  funding_8h_pct Nullable(Float64) COMMENT 'Median over venues of the last current rate in the hour, made comparable to 8 hours. Percent.',
  settled_8h_pct Nullable(Float64) COMMENT 'Median over venues of the rates settled in the hour, made comparable to 8 hours. Percent.',
  long_short_ratio Nullable(Float64) COMMENT 'Median over venues of the last ratio of all accounts in the hour. Long over short.',
  taker_buy_pct Nullable(Float64) COMMENT 'Median over venues of the share of taker buys in the hour. Percent.',
  liquidation_long_usd Nullable(Float64) COMMENT 'Longs closed by force in the hour; null where none was reported. A lower bound. USD.',
  liquidation_short_usd Nullable(Float64) COMMENT 'Shorts closed by force in the hour; null where none was reported. A lower bound. USD.',
  inflow_usd Nullable(Float64) COMMENT 'To labelled exchange wallets; null where a window has no price. USD.',
  outflow_usd Nullable(Float64) COMMENT 'From labelled exchange wallets; null where a window has no price. USD.',
  netflow_usd Nullable(Float64) COMMENT 'inflow_usd - outflow_usd. USD.',
  large_transfer_usd Nullable(Float64) COMMENT 'Single transfers above the threshold; null where none was seen. USD.',
  is_simulated UInt8 COMMENT '1 where any row behind the hour came from a simulated provider.'
)
COMMENT 'The hourly panel: one row a token and hour with price, volume, depth, positioning and flows. Null means not measured.'
AS SELECT
  token,
  hour,
  anyOrNullIf(value, measure = 'price') AS price_usd,
  anyOrNullIf(value, measure = 'price_before') AS price_before_usd,
  (price_usd / price_before_usd - 1) * 100 AS return_1h_pct,
  toUInt32(anyOrNullIf(value, measure = 'venues')) AS venue_count,
  anyOrNullIf(value, measure = 'spot_volume') AS spot_volume_usd,
  anyOrNullIf(value, measure = 'perp_volume') AS perp_volume_usd,
  anyOrNullIf(value, measure = 'spread') AS spread_bps,
  anyOrNullIf(value, measure = 'depth') AS depth_1_usd,
  anyOrNullIf(value, measure = 'open_interest') AS open_interest_usd,
  toUInt32(anyOrNullIf(value, measure = 'open_interest_venues')) AS open_interest_venue_count,
  anyOrNullIf(value, measure = 'funding') AS funding_8h_pct,
  anyOrNullIf(value, measure = 'settled') AS settled_8h_pct,
  anyOrNullIf(value, measure = 'long_short') AS long_short_ratio,
  anyOrNullIf(value, measure = 'taker_buy') AS taker_buy_pct,
  anyOrNullIf(value, measure = 'liquidation_long') AS liquidation_long_usd,
  anyOrNullIf(value, measure = 'liquidation_short') AS liquidation_short_usd,
  anyOrNullIf(value, measure = 'inflow') AS inflow_usd,
  anyOrNullIf(value, measure = 'outflow') AS outflow_usd,
  inflow_usd - outflow_usd AS netflow_usd,
  anyOrNullIf(value, measure = 'large_transfer') AS large_transfer_usd,
  max(simulated) AS is_simulated
FROM
(
  SELECT token, hour, simulated, m.1 AS measure, m.2 AS value
  FROM
  (
    SELECT token, toStartOfHour(open_at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('price', toNullable(quantileExactInclusive(0.5)(close))), ('venues', toNullable(toFloat64(uniqExact(venue)))), ('spot_volume', toNullable(sum(volume_usd)))] AS measures
    FROM candle FINAL
    WHERE market = 'spot' AND interval_s = 3600
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(open_at) + INTERVAL 1 HOUR AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('price_before', toNullable(quantileExactInclusive(0.5)(close)))] AS measures
    FROM candle FINAL
    WHERE market = 'spot' AND interval_s = 3600
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(open_at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('perp_volume', toNullable(sum(volume_usd)))] AS measures
    FROM candle FINAL
    WHERE market = 'perp' AND interval_s = 3600
    GROUP BY token, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [('spread', toNullable(quantileExactInclusive(0.5)(spread))), ('depth', toNullable(sum(depth)))] AS measures
    FROM
    (
      SELECT token, venue, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        avg(spread_bps) AS spread, avg(bid_1_usd + ask_1_usd) AS depth
      FROM order_book FINAL
      WHERE market = 'spot'
      GROUP BY token, venue, hour
    )
    GROUP BY token, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [('open_interest', toNullable(sum(open_interest))), ('open_interest_venues', toNullable(toFloat64(count())))] AS measures
    FROM
    (
      SELECT token, venue, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        argMax(open_interest_usd, at) AS open_interest
      FROM open_interest FINAL
      GROUP BY token, venue, hour
    )
    GROUP BY token, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [(if(kind = 'current', 'funding', 'settled'), toNullable(quantileExactInclusive(0.5)(rate_8h_pct)))] AS measures
    FROM
    (
      SELECT token, venue, kind, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        argMax(rate * 8 / assumeNotNull(interval_hours) * 100, at) AS rate_8h_pct
      FROM funding FINAL
      WHERE interval_hours > 0
      GROUP BY token, venue, kind, hour
    )
    GROUP BY token, kind, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [('long_short', toNullable(quantileExactInclusive(0.5)(last_ratio)))] AS measures
    FROM
    (
      SELECT token, venue, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        argMax(ratio, at) AS last_ratio
      FROM long_short FINAL
      WHERE kind = 'global_account'
      GROUP BY token, venue, hour
    )
    GROUP BY token, hour
    UNION ALL
    SELECT token, hour, max(simulated) AS simulated,
      [('taker_buy', toNullable(quantileExactInclusive(0.5)(buy_pct)))] AS measures
    FROM
    (
      SELECT token, venue, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
        sum(buy) / sum(buy + sell) * 100 AS buy_pct
      FROM taker_volume FINAL
      GROUP BY token, venue, hour
      HAVING sum(buy + sell) > 0
    )
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('liquidation_long', toNullable(sumIf(value_usd, side = 'long'))), ('liquidation_short', toNullable(sumIf(value_usd, side = 'short')))] AS measures
    FROM liquidation FINAL
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('inflow', if(countIf(inflow_usd IS NULL) = 0, sum(inflow_usd), NULL)), ('outflow', if(countIf(outflow_usd IS NULL) = 0, sum(outflow_usd), NULL))] AS measures
    FROM exchange_flow FINAL
    GROUP BY token, hour
    UNION ALL
    SELECT token, toStartOfHour(at) AS hour, max(startsWith(provider, 'sandbox:')) AS simulated,
      [('large_transfer', toNullable(sum(value_usd)))] AS measures
    FROM large_transfer FINAL
    GROUP BY token, hour
  )
  ARRAY JOIN measures AS m
)
GROUP BY token, hour
HAVING countIf(measure != 'price_before') > 0;

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
COMMENT 'Closed candles of each venue and market, each once: the latest reading of it.'
AS SELECT
  token, venue, market, symbol, interval_s, open_at, addSeconds(open_at, interval_s) AS close_at,
  open, high, low, close, volume_native, volume_usd, provider, retrieved_at
FROM candle FINAL;

CREATE OR REPLACE VIEW analyst.venue_ticker_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  market LowCardinality(String) COMMENT 'spot or perp.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the reading. UTC.',
  price_usd Float64 COMMENT 'Last trade. USD.',
  bid_usd Nullable(Float64) COMMENT 'Best bid; null where the venue gives none. USD.',
  ask_usd Nullable(Float64) COMMENT 'Best ask; null where the venue gives none. USD.',
  volume_24h_usd Float64 COMMENT 'Traded in 24 hours. USD.',
  age_s Int64 COMMENT 'Age of the reading when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'The newest 24-hour statistics of every market, from the last two days.'
AS SELECT
  token, venue, market, argMax(t.symbol, t.at) AS symbol, max(t.at) AS at, argMax(t.price, t.at) AS price_usd,
  argMax(tuple(t.bid), t.at).1 AS bid_usd, argMax(tuple(t.ask), t.at).1 AS ask_usd, argMax(t.volume_24h_usd, t.at) AS volume_24h_usd,
  dateDiff('second', max(t.at), now64(3)) AS age_s, argMax(t.provider, t.at) AS provider
FROM ticker AS t FINAL
WHERE t.at > now64(3) - INTERVAL 2 DAY
GROUP BY token, venue, market;

CREATE OR REPLACE VIEW analyst.chain_tvl
(
  chain LowCardinality(String) COMMENT 'Chain id, or all.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.',
  tvl_usd Float64 COMMENT 'Value locked. USD.',
  stablecoins_usd Nullable(Float64) COMMENT 'Stablecoins on the chain; null where not read. USD.',
  fees_24h_usd Nullable(Float64) COMMENT 'Fees paid in 24 hours; null where not read. USD.',
  token LowCardinality(String) COMMENT 'Token id of the chain\'s coin; empty where it is not tracked.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Value locked, stablecoins and fees of each chain, reading by reading.'
AS SELECT chain, at, tvl_usd, stablecoins_usd, fees_24h_usd, token, provider
FROM chain_tvl FINAL;

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
COMMENT 'The newest scan of each tracked contract by each scanner.'
AS SELECT token, chain, address, at, partial AS is_partial, open_source, proxy, honeypot, cannot_sell_all, mintable, owner_change_balance, hidden_owner, selfdestruct, transfer_pausable, blacklist_function, tax_modifiable,
  buy_tax_pct, sell_tax_pct, owner_pct, creator_pct, lp_locked_pct, holders_count, dateDiff('second', at, now64(3)) AS age_s, provider
FROM contract_scan
ORDER BY token, chain, address, provider, at DESC, retrieved_at DESC
LIMIT 1 BY token, chain, address, provider;

CREATE OR REPLACE VIEW analyst.detection_hour
(
  hour DateTime('UTC') COMMENT 'Start of the hour. UTC.',
  minute_count UInt32 COMMENT 'Minutes that were evaluated.',
  skipped_count UInt32 COMMENT 'Minutes that never were.',
  delay_p50_s Float64 COMMENT 'Median time from the end of a minute to its signals being written. Seconds.',
  delay_max_s Float64 COMMENT 'Longest such time. Seconds.'
)
COMMENT 'Whether the signal rules ran: minutes evaluated, skipped and how late, by hour of the last two days.'
AS SELECT toStartOfHour(at) AS hour, toUInt32(count()) AS minute_count, toUInt32(sum(m.skipped_count)) AS skipped_count,
  quantileExactInclusive(0.5)(dateDiff('millisecond', m.at, m.written_at) / 1000) AS delay_p50_s,
  max(dateDiff('millisecond', m.at, m.written_at) / 1000) AS delay_max_s
FROM (SELECT * FROM signal_minute ORDER BY at, written_at LIMIT 1 BY at) AS m
GROUP BY hour;

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
COMMENT 'Coins in the wallets an exchange is known by, reading by reading; not a proof of liabilities.'
AS SELECT token, exchange, at, reserve_native, reserve_usd,
  reserve_native - lagInFrame(toNullable(reserve_native)) OVER (PARTITION BY token, exchange ORDER BY at) AS change_native, provider
FROM exchange_reserve FINAL;

CREATE OR REPLACE VIEW analyst.fear_greed_day
(
  day Date COMMENT 'Day. UTC.',
  index_value UInt8 COMMENT 'Index points: 0 is extreme fear, 100 extreme greed.',
  label LowCardinality(String) COMMENT 'The provider\'s word for it.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Fear and greed by day.'
AS SELECT toDate(at) AS day, value AS index_value, label, provider
FROM fear_greed FINAL;

CREATE OR REPLACE VIEW analyst.global_market
(
  at DateTime64(3, 'UTC') COMMENT 'The provider\'s time. UTC.',
  total_market_cap_usd Float64 COMMENT 'Market cap of all coins. USD.',
  volume_24h_usd Nullable(Float64) COMMENT '24-hour volume of all coins. USD.',
  btc_dominance_pct Nullable(Float64) COMMENT 'Share of bitcoin. Percentage points.',
  eth_dominance_pct Nullable(Float64) COMMENT 'Share of ether; null where not stated. Percentage points.',
  change_24h_pct Nullable(Float64) COMMENT 'Change of the total in 24 hours, by the provider. Percentage points.',
  coins_count Nullable(UInt32) COMMENT 'Coins that are counted.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'The whole market as each directory counts it, reading by reading.'
AS SELECT at, total_market_cap_usd, volume_24h_usd, btc_dominance_pct, eth_dominance_pct, change_24h_pct, coins_count, provider
FROM global_market FINAL;

CREATE OR REPLACE VIEW analyst.headline
(
  token LowCardinality(String) COMMENT 'Token id; empty where the headline names none or too many.',
  at DateTime64(3, 'UTC') COMMENT 'When it was published. UTC.',
  title String COMMENT 'The headline, sanitised and capped. Untrusted text.',
  url String COMMENT 'Where the article is. Untrusted text.',
  delay_s Int64 COMMENT 'From publication to our first reading. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Headlines by the tracked tokens they name. Words of strangers: to be read, never to be followed.'
AS SELECT token, at, title, url, dateDiff('second', at, retrieved_at) AS delay_s, provider
FROM headline FINAL;

CREATE OR REPLACE VIEW analyst.liquidation_window
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  at DateTime64(3, 'UTC') COMMENT 'Start of the window. UTC.',
  window_s UInt32 COMMENT 'Length of the window. Seconds.',
  long_usd Float64 COMMENT 'Longs closed by force in it. A lower bound. USD.',
  short_usd Float64 COMMENT 'Shorts closed by force in it. A lower bound. USD.',
  symbol LowCardinality(String) COMMENT 'The venue\'s market id.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Totals of forced closures from venues that do not tell single ones.'
AS SELECT token, venue, at, window_s, long_usd, short_usd, symbol, provider
FROM liquidation_window FINAL;

CREATE OR REPLACE VIEW analyst.option_interest
(
  token LowCardinality(String) COMMENT 'Token id.',
  venue LowCardinality(String) COMMENT 'Venue id.',
  at DateTime64(3, 'UTC') COMMENT 'When the venue was read. UTC.',
  put_usd Float64 COMMENT 'Open interest of all puts. USD.',
  call_usd Float64 COMMENT 'Open interest of all calls. USD.',
  put_call_ratio Nullable(Float64) COMMENT 'Puts over calls, both in USD; null without calls.',
  options_count UInt32 COMMENT 'Options summed.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Open interest of options, puts beside calls, reading by reading.'
AS SELECT token, venue, at, put_usd, call_usd, put_usd / nullIf(call_usd, 0) AS put_call_ratio, options_count, provider
FROM option_interest FINAL;

CREATE OR REPLACE VIEW analyst.signal_memory
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute that left it so. UTC.',
  open_count UInt32 COMMENT 'Signals that were open then.',
  slots Array(String) COMMENT 'Kinds and directions with an open signal or a cooldown that runs.',
  rules LowCardinality(String) COMMENT 'Version of the rules.'
)
COMMENT 'What the signal rules remember of each token: open signals and cooldowns.'
AS SELECT token, at, toUInt32(arraySum(arrayMap(slot -> length(JSONExtractArrayRaw(slot.2, 'open')), JSONExtractKeysAndValuesRaw(s.state, 'slots')))) AS open_count,
  JSONExtractKeys(s.state, 'slots') AS slots, rules
FROM signal_state AS s FINAL;

CREATE OR REPLACE VIEW analyst.signal_outcome
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'The evaluated minute. UTC.',
  id UInt64 COMMENT 'Number of the signal.',
  kind LowCardinality(String) COMMENT 'Signal kind.',
  direction LowCardinality(String) COMMENT 'bullish, bearish or neutral.',
  severity UInt8 COMMENT '1 notable, 2 material, 3 critical.',
  value Float64 COMMENT 'The measured number, in the unit beside it: same unit as unit says.',
  unit String COMMENT 'Unit of value.',
  ratio Float64 COMMENT 'Value over the threshold of severity 1; without a unit.',
  status LowCardinality(String) COMMENT 'open, escalated, resolved or expired, as last written.',
  closed_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it left the open ones; null while it is open. UTC.',
  price_usd Nullable(Float64) COMMENT 'Median over venues of the spot closes of the newest minute by then, at most five minutes old. USD.',
  return_1h_pct Nullable(Float64) COMMENT 'Price an hour later against price_usd; null before that hour is over or where no candle is stored. Percent.',
  return_24h_pct Nullable(Float64) COMMENT 'The same 24 hours later. Percent.',
  return_7d_pct Nullable(Float64) COMMENT 'The same 7 days later. Percent.',
  is_right_1h Nullable(UInt8) COMMENT 'Whether the hour went the way of direction: 0 or 1, 0 also where it stood still; null where neutral or not known yet.',
  is_right_24h Nullable(UInt8) COMMENT 'The same for 24 hours. 0 or 1.',
  is_right_7d Nullable(UInt8) COMMENT 'The same for 7 days. 0 or 1.',
  rules LowCardinality(String) COMMENT 'Version of the rules.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
COMMENT 'Every signal beside what the price did afterwards, from closed 1m candles: nothing before its time is over, null where the minutes are no longer stored.'
AS SELECT
  s.token AS token, s.at AS at, s.id AS id, s.kind AS kind, s.direction AS direction, s.severity AS severity, s.value AS value,
  JSONExtractString(s.details, 'unit') AS unit, s.ratio AS ratio, s.status AS status, s.closed_at AS closed_at,
  p.price_0 AS price_usd, (p.price_1 / p.price_0 - 1) * 100 AS return_1h_pct, (p.price_24 / p.price_0 - 1) * 100 AS return_24h_pct,
  (p.price_168 / p.price_0 - 1) * 100 AS return_7d_pct,
  multiIf(s.direction = 'bullish', toNullable(return_1h_pct > 0), s.direction = 'bearish', toNullable(return_1h_pct < 0), NULL) AS is_right_1h,
  multiIf(s.direction = 'bullish', toNullable(return_24h_pct > 0), s.direction = 'bearish', toNullable(return_24h_pct < 0), NULL) AS is_right_24h,
  multiIf(s.direction = 'bullish', toNullable(return_7d_pct > 0), s.direction = 'bearish', toNullable(return_7d_pct < 0), NULL) AS is_right_7d,
  s.rules AS rules, toUInt8(position(s.details, '"sandbox:') > 0) AS is_simulated
FROM (SELECT * FROM signal FINAL) AS s
LEFT JOIN
(
  SELECT token, fired_at, anyOrNullIf(price, hours = 0) AS price_0, anyOrNullIf(price, hours = 1) AS price_1,
    anyOrNullIf(price, hours = 24) AS price_24, anyOrNullIf(price, hours = 168) AS price_168
  FROM
  (
    SELECT token, fired_at, hours, argMax(price, closed_at) AS price
    FROM
    (
      SELECT token, at AS fired_at, arrayJoin([0, 1, 24, 168]) AS hours, at + toIntervalHour(hours) - toIntervalMinute(arrayJoin(range(5))) AS closed_at
      FROM (SELECT DISTINCT token, at FROM signal)
      WHERE at + toIntervalHour(hours) <= now64(3)
    ) AS wanted
    INNER JOIN
    (
      SELECT token, open_at + INTERVAL 1 MINUTE AS closed_at, quantileExactInclusive(0.5)(close) AS price
      FROM candle FINAL
      WHERE market = 'spot' AND interval_s = 60 AND (token, open_at) IN
      (
        SELECT token, at + toIntervalHour(arrayJoin([0, 1, 24, 168])) - toIntervalMinute(1 + arrayJoin(range(5)))
        FROM (SELECT DISTINCT token, at FROM signal)
      )
      GROUP BY token, closed_at
    ) AS priced USING (token, closed_at)
    GROUP BY token, fired_at, hours
  )
  GROUP BY token, fired_at
) AS p ON p.token = s.token AND p.fired_at = s.at;

CREATE OR REPLACE VIEW analyst.signal_rule_day
(
  kind LowCardinality(String) COMMENT 'Signal kind.',
  day Date COMMENT 'Day. UTC.',
  minute_count UInt32 COMMENT 'Minutes that were evaluated.',
  evaluated_count UInt64 COMMENT 'Judgements: tokens by minutes.',
  not_evaluated_count UInt64 COMMENT 'Times the rule applied to a token and could not be judged.',
  judged_pct Nullable(Float64) COMMENT 'Judgements, of the times the rule applied. Percent.',
  fired_count UInt64 COMMENT 'Signals that fired.'
)
COMMENT 'How often each rule could be judged, and fired, by day.'
AS SELECT kind, toDate(at) AS day, toUInt32(count()) AS minute_count, toUInt64(sum(e.evaluated_count)) AS evaluated_count,
  toUInt64(sum(e.not_evaluated_count)) AS not_evaluated_count,
  sum(e.evaluated_count) / nullIf(sum(e.evaluated_count) + sum(e.not_evaluated_count), 0) * 100 AS judged_pct,
  toUInt64(sum(e.fired_count)) AS fired_count
FROM signal_evaluation AS e FINAL
GROUP BY kind, day;

CREATE OR REPLACE VIEW analyst.stablecoin_supply
(
  token LowCardinality(String) COMMENT 'Token id; all stands for every coin.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.',
  supply_usd Float64 COMMENT 'Circulating. USD.',
  change_24h_usd Nullable(Float64) COMMENT 'Change over 24 hours; null where not stated. USD.',
  change_7d_usd Nullable(Float64) COMMENT 'Change over 7 days; null where not stated. USD.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Circulating stablecoins and how they changed.'
AS SELECT token, at, supply_usd, supply_usd - supply_24h_ago_usd AS change_24h_usd, supply_usd - supply_7d_ago_usd AS change_7d_usd, provider
FROM stablecoin_supply FINAL;

CREATE OR REPLACE VIEW analyst.supply_check
(
  token LowCardinality(String) COMMENT 'Token id.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply by the first provider. Native coins.',
  opinion_native Nullable(Float64) COMMENT 'The same by the second. Native coins.',
  apart_pct Nullable(Float64) COMMENT 'Second over first - 1. Percent.',
  market_cap_usd Nullable(Float64) COMMENT 'Market cap by the first. USD.',
  opinion_cap_usd Nullable(Float64) COMMENT 'The same by the second. USD.',
  at DateTime64(3, 'UTC') COMMENT 'Time of the first reading. UTC.',
  opinion_at DateTime64(3, 'UTC') COMMENT 'Time of the second. UTC.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.',
  opinion_provider LowCardinality(String) COMMENT 'The second provider.'
)
COMMENT 'Newest supply and market cap of each token as two providers tell them.'
AS SELECT a.token AS token, a.circulating_native AS circulating_native, b.circulating_native AS opinion_native,
  (b.circulating_native / nullIf(a.circulating_native, 0) - 1) * 100 AS apart_pct, a.market_cap_usd AS market_cap_usd,
  b.market_cap_usd AS opinion_cap_usd, a.at AS at, b.at AS opinion_at, a.provider AS provider, b.provider AS opinion_provider
FROM (SELECT * FROM coin_market ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS a
INNER JOIN (SELECT * FROM coin_opinion ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS b ON b.token = a.token;

CREATE OR REPLACE VIEW analyst.swap_quote_latest
(
  token LowCardinality(String) COMMENT 'Token id.',
  chain LowCardinality(String) COMMENT 'Chain id.',
  venue LowCardinality(String) COMMENT 'The aggregator that quoted.',
  side LowCardinality(String) COMMENT 'buy or sell.',
  size_usd Float64 COMMENT 'Size of the order. USD.',
  at DateTime64(3, 'UTC') COMMENT 'When it quoted. UTC.',
  impact_pct Float64 COMMENT 'How much worse the order is quoted than a small one. Percentage points.',
  route String COMMENT 'Exchanges the order would pass.',
  age_s Int64 COMMENT 'Age of the quote when asked. Seconds.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'The newest quote of each aggregator by token, chain, side and size.'
AS SELECT token, chain, venue, side, size_usd, at, impact_pct, route, dateDiff('second', at, now64(3)) AS age_s, provider
FROM swap_quote
ORDER BY token, chain, venue, side, size_usd, at DESC, retrieved_at DESC
LIMIT 1 BY token, chain, venue, side, size_usd;

CREATE OR REPLACE VIEW analyst.token_tvl
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.',
  tvl_usd Float64 COMMENT 'Value locked over all chains. USD.',
  chain_count UInt32 COMMENT 'Chains it is spread over.',
  change_24h_pct Nullable(Float64) COMMENT 'Change over 24 hours as the provider states it; null where it does not. Percent.',
  neutral_change_pct Nullable(Float64) COMMENT 'Change of the deposits at the prices of the day before; null where not read. Percent.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
COMMENT 'Value locked behind each token, reading by reading.'
AS SELECT token, at, sum(v.tvl_usd) AS tvl_usd, toUInt32(count()) AS chain_count, any(v.change_24h_pct) AS change_24h_pct,
  any(v.neutral_change_pct) AS neutral_change_pct, max(startsWith(v.provider, 'sandbox:')) AS is_simulated
FROM token_tvl AS v FINAL
GROUP BY token, at;

CREATE OR REPLACE VIEW analyst.universe
(
  token String COMMENT 'Provider id of the coin.',
  symbol String COMMENT 'Symbol, sanitised, in upper case.',
  symbol_key String COMMENT 'Equal for symbols that look alike.',
  name String COMMENT 'Name, sanitised. Untrusted text.',
  contracts Map(LowCardinality(String), String) COMMENT 'Contract address by chain.',
  status LowCardinality(String) COMMENT 'listed, or gone since it was missing from the list.',
  namesake_count UInt32 COMMENT 'Other listed coins whose symbol looks the same.',
  rank Nullable(UInt32) COMMENT 'Market-cap rank; null where not ranked.',
  market_cap_usd Nullable(Float64) COMMENT 'Market cap; null where not known. USD.',
  circulating_native Nullable(Float64) COMMENT 'Circulating supply; null where not known. Native coins.',
  since_at DateTime64(3, 'UTC') COMMENT 'Since when this identity was read. UTC.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Every coin of the directory as last read, with its rank where it has one.'
AS SELECT c.token AS token, c.symbol AS symbol, c.symbol_key AS symbol_key, c.name AS name, c.contracts AS contracts, c.status AS status,
  toUInt32(countIf(c.status = 'listed') OVER (PARTITION BY c.symbol_key) - (c.status = 'listed')) AS namesake_count,
  r.rank AS rank, r.market_cap_usd AS market_cap_usd, r.circulating_native AS circulating_native, c.at AS since_at, c.provider AS provider
FROM (SELECT * FROM coin ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS c
LEFT JOIN (SELECT token, rank, market_cap_usd, circulating_native FROM coin_rank ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS r
  ON r.token = c.token;

CREATE OR REPLACE VIEW analyst.unlock_ahead
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'When the coins are released. UTC.',
  kind LowCardinality(String) COMMENT 'cliff or linear.',
  amount_native Float64 COMMENT 'Released. Native coins.',
  circulating_pct Nullable(Float64) COMMENT 'Of what circulates; null where that is not known. Percent.',
  category LowCardinality(String) COMMENT 'Who receives them, in the provider\'s words.',
  days_ahead Float64 COMMENT 'From now: days of 24 Hours.',
  read_at DateTime64(3, 'UTC') COMMENT 'When the schedule was read. UTC.',
  provider LowCardinality(String) COMMENT 'Data provider; sandbox: marks simulated data.'
)
COMMENT 'Releases ahead by the newest schedule of each token.'
AS SELECT u.token AS token, u.at AS at, u.kind AS kind, u.amount_native AS amount_native,
  u.amount_native / nullIf(c.circulating_native, 0) * 100 AS circulating_pct, u.category AS category,
  dateDiff('second', now64(3), u.at) / 86400 AS days_ahead, u.read_at AS read_at, u.provider AS provider
FROM
(
  SELECT * FROM unlock FINAL
  WHERE (token, read_at) IN (SELECT token, max(read_at) FROM unlock GROUP BY token) AND at > now64(3) AND amount_native > 0
) AS u
LEFT JOIN (SELECT token, circulating_native FROM coin_market ORDER BY token, at DESC, retrieved_at DESC LIMIT 1 BY token) AS c ON c.token = u.token;

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
DEFINER = CURRENT_USER SQL SECURITY DEFINER
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
FROM (SELECT * FROM signal FINAL WHERE replaced_at = 0) AS s
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
      WHERE replaced_at = 0 AND market = 'spot' AND interval_s = 60 AND (token, open_at) IN
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

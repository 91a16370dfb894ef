-- What were the largest transfers towards exchanges in the last two days, and what did the price do in the hour after?
SELECT
  x.token AS token,
  x.at AS at,
  x.direction AS direction,
  round(x.value_usd) AS value_usd,
  x.from_label AS from_label,
  x.to_label AS to_label,
  round(p.return_1h_pct, 3) AS next_hour_pct,
  x.tx_hash AS tx_hash
FROM analyst.large_transfer AS x
LEFT JOIN (SELECT token, hour, return_1h_pct FROM analyst.token_hour WHERE hour > now() - INTERVAL 3 DAY) AS p
  ON p.token = x.token AND p.hour = toStartOfHour(x.at) + INTERVAL 1 HOUR
WHERE x.at > now() - INTERVAL 2 DAY AND x.direction IN ('to_exchange', 'from_exchange', 'between_exchanges')
ORDER BY value_usd DESC
LIMIT 20;

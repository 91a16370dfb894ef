-- How often was each kind of signal followed by a move in its direction, after 1 and after 24 hours?
SELECT
  kind,
  direction,
  count() AS signals,
  countIf(is_right_1h IS NOT NULL) AS known_1h,
  round(avg(is_right_1h) * 100, 1) AS right_1h_pct,
  round(avg(return_1h_pct), 3) AS mean_return_1h_pct,
  countIf(is_right_24h IS NOT NULL) AS known_24h,
  round(avg(is_right_24h) * 100, 1) AS right_24h_pct,
  round(avg(return_24h_pct), 3) AS mean_return_24h_pct
FROM analyst.signal_outcome
WHERE at > now() - INTERVAL 30 DAY
GROUP BY kind, direction
ORDER BY signals DESC, kind, direction;

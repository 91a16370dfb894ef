-- How closely did each token follow bitcoin over the last 30 days, hour by hour, and with what beta?
SELECT
  t.token AS token,
  round(corr(t.return_1h_pct, b.return_1h_pct), 3) AS correlation,
  round(covarSamp(t.return_1h_pct, b.return_1h_pct) / varSamp(b.return_1h_pct), 3) AS beta,
  count() AS hours
FROM (SELECT token, hour, return_1h_pct FROM analyst.token_hour WHERE hour > now() - INTERVAL 30 DAY) AS t
JOIN (SELECT hour, return_1h_pct FROM analyst.token_hour WHERE token = 'bitcoin' AND hour > now() - INTERVAL 30 DAY) AS b
  ON b.hour = t.hour
WHERE t.token != 'bitcoin' AND t.return_1h_pct IS NOT NULL AND b.return_1h_pct IS NOT NULL
GROUP BY token
ORDER BY correlation DESC;

-- Which unlocks of the next 90 days are large beside what circulates, and does the token have depth to take them?
SELECT
  u.token AS token,
  u.at AS unlock_at,
  round(u.circulating_pct, 2) AS circulating_pct,
  u.category AS category,
  round(d.newest_depth_usd) AS depth_1_usd
FROM analyst.unlock_ahead AS u
LEFT JOIN
(
  SELECT token, argMax(depth_1_usd, hour) AS newest_depth_usd
  FROM analyst.token_hour
  WHERE hour > now() - INTERVAL 6 HOUR AND depth_1_usd IS NOT NULL
  GROUP BY token
) AS d ON d.token = u.token
WHERE u.kind = 'cliff' AND u.days_ahead < 90
ORDER BY u.circulating_pct DESC
LIMIT 20;

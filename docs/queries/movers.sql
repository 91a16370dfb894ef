-- Which tokens moved most over the last whole 24 hours, and on what volume?
WITH (SELECT max(hour) FROM analyst.token_hour WHERE price_usd IS NOT NULL AND hour > now() - INTERVAL 2 DAY) AS newest
SELECT
  token,
  round((argMax(price_usd, hour) / argMin(price_before_usd, hour) - 1) * 100, 2) AS return_24h_pct,
  argMax(price_usd, hour) AS last_price_usd,
  round(sum(spot_volume_usd)) AS spot_volume_24h_usd
FROM analyst.token_hour
WHERE hour > newest - INTERVAL 24 HOUR AND hour <= newest AND price_usd IS NOT NULL
GROUP BY token
HAVING count() = 24
ORDER BY abs(return_24h_pct) DESC
LIMIT 20;

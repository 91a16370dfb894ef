-- How volatile was each token this month: realised volatility per year, from hourly returns?
SELECT
  token,
  round(stddevSamp(log(price_usd / price_before_usd)) * sqrt(24 * 365) * 100, 2) AS volatility_year_pct,
  count() AS hours
FROM analyst.token_hour
WHERE hour > now() - INTERVAL 30 DAY AND return_1h_pct IS NOT NULL
GROUP BY token
HAVING hours > 48
ORDER BY volatility_year_pct DESC;

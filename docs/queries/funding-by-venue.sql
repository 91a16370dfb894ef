-- Which venues pay the highest funding for ETH this week, per 8 h and per year?
SELECT
  venue,
  round(avg(rate_8h_pct), 5) AS mean_8h_pct,
  round(avg(apr_pct), 2) AS mean_apr_pct,
  round(max(rate_8h_pct), 5) AS highest_8h_pct,
  count() AS settlements
FROM analyst.funding_rate
WHERE token = 'ethereum' AND kind = 'settled' AND at > now() - INTERVAL 7 DAY AND rate_8h_pct IS NOT NULL
GROUP BY venue
ORDER BY mean_8h_pct DESC;

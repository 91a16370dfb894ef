-- Which hours of the last day saw the most forced closures, and whose: longs or shorts?
SELECT
  token,
  hour,
  round(sum(total_usd)) AS closed_usd,
  round(sum(long_usd) / sum(total_usd) * 100, 1) AS share_of_longs_pct,
  round(max(largest_usd)) AS largest_single_usd,
  groupArray(venue) AS venues
FROM analyst.liquidation_hour
WHERE hour > now() - INTERVAL 24 HOUR
GROUP BY token, hour
ORDER BY closed_usd DESC
LIMIT 20;

-- How much would a long of 10,000 USD have paid (or received, if negative) in funding over the last 30 days, by venue?
SELECT
  token,
  venue,
  round(sum(rate_pct) / 100 * 10000, 2) AS paid_usd,
  count() AS settlements,
  min(at) AS first_settlement
FROM analyst.funding_rate
WHERE kind = 'settled' AND at > now() - INTERVAL 30 DAY
GROUP BY token, venue
ORDER BY paid_usd DESC
LIMIT 30;

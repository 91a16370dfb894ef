-- Where is it cheapest to trade: the spread, and the depth within 1 % of mid, by venue over the last 24 hours?
SELECT
  token,
  venue,
  round(avg(spread_bps), 2) AS mean_spread_bps,
  round(avg(bid_1_usd + ask_1_usd)) AS depth_1_usd,
  round(avg(imbalance_1_pct), 2) AS mean_imbalance_pct,
  max(truncated_pct) > 0 AS is_lower_bound
FROM analyst.book_hour
WHERE market = 'spot' AND hour > now() - INTERVAL 24 HOUR
GROUP BY token, venue
ORDER BY token, mean_spread_bps;

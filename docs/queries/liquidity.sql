-- Where is it cheapest to trade: the spread, and the depth within 1 % of mid, by venue over all readings of the last 24 hours?
SELECT
  token,
  venue,
  round(sum(spread_bps * reading_count) / sum(reading_count), 2) AS mean_spread_bps,
  round(sum((bid_1_usd + ask_1_usd) * reading_count) / sum(reading_count)) AS depth_1_usd,
  round(sum((bid_1_usd - ask_1_usd) * reading_count) / nullIf(sum((bid_1_usd + ask_1_usd) * reading_count), 0) * 100, 2) AS mean_imbalance_pct,
  max(truncated_pct) > 0 AS is_lower_bound
FROM analyst.book_hour
WHERE market = 'spot' AND hour > now() - INTERVAL 24 HOUR
GROUP BY token, venue
ORDER BY token, mean_spread_bps;
